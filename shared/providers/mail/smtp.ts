import { createTransport } from 'nodemailer'
import { asRecord, tellVendorText } from '../call-vendor.ts'
import type { MailResult, MailSender } from './mail-sender.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The sender as mailboxes show it: `Jhatpat <orders@example.test>`. */
  from: string
  /** For the connection, the greeting and every reply; 10 s unless told. */
  timeoutMs?: number
}

/** Sends mail by any SMTP server. Only a reply of 5xx is a refusal; after anything else it may have gone out. */
export function createSmtpMail(options: SmtpOptions): MailSender {
  const timeoutMs = options.timeoutMs ?? 10_000
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url: options.url, ...timeouts }, { from: options.from })
  return {
    async send(message) {
      try {
        const sent = await transport.sendMail(message)
        return { kind: 'accepted', messageId: sent.messageId }
      } catch (error) {
        return readFailure(error, options)
      }
    },
  }
}

function readFailure(error: unknown, options: SmtpOptions): MailResult {
  const message = tellVendorText(asRecord(error).message ?? String(error), secretsOf(options.url))
  const code = Number(asRecord(error).responseCode)
  return code >= 500 && code <= 599 ? { kind: 'refused', message } : { kind: 'unknown', message }
}

function secretsOf(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : ''
  return [password, decodeURIComponent(password)]
}
