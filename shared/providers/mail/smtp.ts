import type { Readable } from 'node:stream'
import type { PluginFunction, SendMailOptions, Transporter } from 'nodemailer'
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

const defaultTimeoutMs = 10_000

const pool = {
  pool: true,
  /** Some servers accept only ten or twenty connections of one client. */
  maxConnections: 5,
  /** Shorter than the 10 s after which some servers close an idle connection. */
  idleTimeout: 5_000,
} as const

/**
 * How many time-outs a mail may last, waiting for a connection included. A mail that lasts longer than a
 * shutdown is recorded as one that may have been sent.
 */
const timeoutsPerMail = 4

/** A mail, and its content as nodemailer made it for each connection that was to send it. */
type TrackedMail = SendMailOptions & { contents: Readable[] }

/**
 * Sends mail by any SMTP server, over connections that stay open between mails. nodemailer reads the
 * content of a mail once the server has accepted its addresses: unread content proves that no mail was
 * handed over. When a reused connection has closed, nodemailer sends the mail over another one, but only
 * if its content is unread. A mail that was read and not answered may have been sent.
 */
export function createSmtpMail(options: SmtpOptions): MailSender {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const timeouts = timeoutsOf(options)
  let transport: Transporter | undefined
  const connect = async () => {
    // The api sends no mail and never loads it.
    const { createTransport } = await import('nodemailer')
    const create = () => createTransport({ url: options.url, ...pool, ...timeouts }, { from: options.from })
    transport ??= create().use('stream', trackContents)
    return transport
  }
  return {
    async send(message) {
      const mailer = await connect().catch((error: unknown) => ({ failed: error }))
      if ('failed' in mailer)
        return { kind: 'deferred', message: textOf(mailer.failed, options), stops: 'account' }
      const signal = AbortSignal.timeout(timeoutsPerMail * timeoutMs)
      const mail: TrackedMail = { ...message, signal, contents: [] }
      try {
        const sent = await mailer.sendMail(mail)
        return { kind: 'accepted', messageId: sent.messageId }
      } catch (error) {
        const wasRead = mail.contents.some((content) => content.readableDidRead)
        return readFailure(error, { wasRead, options })
      }
    },
    close: () => transport?.close(),
  }
}

/** Connects and logs in, and sends nothing. @returns why the server refuses that, or undefined */
export async function checkSmtpLogin(options: SmtpOptions): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: options.url, ...timeoutsOf(options) })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return textOf(error, options)
  } finally {
    transport.close()
  }
}

const timeoutsOf = ({ timeoutMs = defaultTimeoutMs }: SmtpOptions) => ({
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
})

const trackContents: PluginFunction = ({ message, data }, done) => {
  if (!message) return done(new Error('There is no message to track.'))
  message.processFunc((content) => {
    ;(data as TrackedMail).contents.push(content)
    return content
  })
  done()
}

function readFailure(
  error: unknown,
  { wasRead, options }: { wasRead: boolean; options: SmtpOptions },
): MailResult {
  const failure = asRecord(error)
  const message = textOf(error, options)
  const code = Number(failure.responseCode)
  if (code >= 400 && code <= 599 && isAboutTheMail(failure))
    return { kind: code < 500 ? 'deferred' : 'rejected', message }
  if (code >= 500 && code <= 599) return { kind: 'deferred', message, stops: 'account' }
  // nodemailer itself cannot read the address.
  if (failure.code === 'EENVELOPE' && failure.command === 'API') return { kind: 'rejected', message }
  const isNotTaken = (code >= 400 && code <= 499) || !wasRead
  return isNotTaken ? { kind: 'deferred', message, stops: 'server' } : { kind: 'unknown', message }
}

const textOf = (error: unknown, { url }: SmtpOptions): string =>
  vendorMessage(asRecord(error).message ?? String(error), secretsOf(url))

/**
 * A rejection of the greeting, the login or our own address is about the server or its settings,
 * not about this mail.
 */
const isAboutTheMail = ({ command }: Record<string, unknown>) => command === 'RCPT TO' || command === 'DATA'

function secretsOf(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : ''
  return [password, decodeURIComponent(password)]
}
