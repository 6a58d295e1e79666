import type { ChannelOutage } from '../channel-outage.ts'

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
  | { kind: 'rejected'; message: string }
  | { kind: 'deferred'; message: string; stops?: ChannelOutage }
  | { kind: 'unknown'; message: string }
