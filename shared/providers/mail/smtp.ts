import type { Transporter } from 'nodemailer'
import { asRecord, vendorMessage } from '../call-vendor.ts'
import type { MailResult, MailSender } from './mail-sender.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The sender as mailboxes show it: `Jhatpat <orders@example.test>`. */
  from: string
  /** For the connection, the greeting and every reply; default 10 s. */
  timeoutMs?: number
}

/**
 * Sends mail by any SMTP server. A mail whose connection breaks after it was handed over may have
 * been sent.
 */
export function createSmtpMail(options: SmtpOptions): MailSender {
  const timeoutMs = options.timeoutMs ?? 10_000
  // Time-outs before the mail are a little shorter: they prove that no mail was handed over, the
  // last one proves nothing.
  const connectMs = Math.floor(timeoutMs * 0.9)
  const timeouts = {
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: timeoutMs,
  }
  let transport: Transporter | undefined
  const connect = async () => {
    // The api sends no mail and never loads it.
    const { createTransport } = await import('nodemailer')
    transport ??= createTransport({ url: options.url, ...timeouts }, { from: options.from })
    return transport
  }
  return {
    async send(message) {
      const mailer = await connect().catch((error: unknown) => ({ failed: error }))
      if ('failed' in mailer)
        return { kind: 'deferred', message: textOf(mailer.failed, options), stops: 'account' }
      try {
        const sent = await mailer.sendMail(message)
        return { kind: 'accepted', messageId: sent.messageId }
      } catch (error) {
        return readFailure(error, options)
      }
    },
  }
}

function readFailure(error: unknown, options: SmtpOptions): MailResult {
  const failure = asRecord(error)
  const message = textOf(error, options)
  const code = Number(failure.responseCode)
  if (code >= 400 && code <= 599 && isAboutTheMail(failure))
    return { kind: code < 500 ? 'deferred' : 'rejected', message }
  if (code >= 500 && code <= 599) return { kind: 'deferred', message, stops: 'account' }
  const isNotTaken = (code >= 400 && code <= 499) || wasNeverSent(failure)
  return isNotTaken ? { kind: 'deferred', message, stops: 'server' } : { kind: 'unknown', message }
}

const textOf = (error: unknown, { url }: SmtpOptions): string =>
  vendorMessage(asRecord(error).message ?? String(error), secretsOf(url))

/**
 * A rejection of the greeting, the login or our own address is about the server or its settings,
 * not about this mail.
 */
const isAboutTheMail = ({ command }: Record<string, unknown>) => command === 'RCPT TO' || command === 'DATA'

const noConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const timeoutsBeforeMail = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

/**
 * nodemailer reports `ESOCKET` and `ETIMEDOUT` at every stage; the cause's code and the time-out's
 * type show which.
 */
function wasNeverSent({ code, originalCode, timeoutType }: Record<string, unknown>): boolean {
  if (code === 'EDNS' || code === 'EAUTH' || code === 'ETLS') return true
  return noConnection.has(String(originalCode)) || timeoutsBeforeMail.has(String(timeoutType))
}

function secretsOf(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : ''
  return [password, decodeURIComponent(password)]
}
