import type { ChannelOutage } from '../channel-outage.ts'

/** Sends one e-mail over SMTP. */
export interface MailSender {
  send(message: { to: string; subject: string; text: string; html?: string }): Promise<MailResult>
  /** Closes the connections, after the mails that are being sent. Mails that wait for one are deferred. */
  close(): void
}

/**
 * `rejected`: not sent, finally. `deferred`: certainly not sent, may be retried. `unknown`: it may
 * have been sent, so it is never retried automatically.
 */
export type MailResult =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; message: string }
  | { kind: 'deferred'; message: string; stops?: ChannelOutage }
  | { kind: 'unknown'; message: string }
