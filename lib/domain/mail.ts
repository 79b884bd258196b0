export const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;
export type MailState = (typeof MAIL_STATES)[number];
