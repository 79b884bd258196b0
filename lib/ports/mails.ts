import type { Mail } from '@/lib/domain/mail';

export type NewMail = Omit<Mail, 'tries' | 'createdAtMs'>;

/** Mails that wait, and those of the last weeks. */
export interface Mails {
  /** Adds mails that are to be sent now; one that is known by its id is not added again. */
  insert(mails: readonly NewMail[], nowMs: number): Promise<void>;
}
