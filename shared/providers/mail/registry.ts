import type { MailSender } from './mail-sender.ts'
import { createSmtpMail } from './smtp.ts'

/** Named as in the environment. */
export type MailSettings = { SMTP_URL: string; MAIL_FROM: string; GATEWAY_TIMEOUT_MS: number }

export type MailSenderName = keyof typeof mailSenders

/** Every mail channel. */
export const mailSenders = {
  smtp: (settings: MailSettings): MailSender =>
    createSmtpMail({
      url: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    }),
}

/** The shop's mail channel. */
export function createMailSender(settings: MailSettings, name: MailSenderName = 'smtp'): MailSender {
  return mailSenders[name](settings)
}
