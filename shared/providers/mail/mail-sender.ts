/** Sends one e-mail over SMTP. */
export interface MailSender {
  send(message: { to: string; subject: string; text: string; html?: string }): Promise<MailResult>
}

export type MailResult =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
