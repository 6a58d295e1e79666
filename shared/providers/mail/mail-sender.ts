import type { Stopped } from '../stopped.ts'

/** Sends one e-mail over SMTP. */
export interface MailSender {
  send(message: { to: string; subject: string; text: string; html?: string }): Promise<MailResult>
}

/**
 * `refused`: not sent, and never will be. `later`: certainly not sent, and may pass later. `unknown`: it may have gone
 * out, so it is never sent again by itself.
 */
export type MailResult =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; message: string }
  | { kind: 'later'; message: string; stops?: Stopped }
  | { kind: 'unknown'; message: string }
