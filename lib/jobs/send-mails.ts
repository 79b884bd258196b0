import { sendDueMails } from '@/lib/services/mails/send-due';
import type { Job } from './job';

/** Sends the mails that are due. */
export const sendMailsJob: Job = { name: 'send-mails', everyMs: 3_000, run: sendDueMails };
