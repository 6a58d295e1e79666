import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'express'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { definedOnly } from '../wire/defined-only.ts'
import { createFaultPlan, type Fault, type FaultPlan } from '../wire/faults.ts'
import { type Journal, openJournal } from '../wire/journal.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { MailCommand } from './message-settings.ts'
import { messageButtons } from './sms-simulator.ts'

export type SimulatedMail = SimulatedVendor & { smtpUrl: string }

/** An SMTP server that records every mail in its journal and forwards none. */
export async function createMailSimulator(options: {
  file: string
  host: string
  port: number
}): Promise<SimulatedMail> {
  const journal = await openJournal(options.file, () => {})
  const plan = createFaultPlan('mail')
  let settings = { ...usual }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => done(settings.greeting === null ? null : greetingOf(settings.greeting)),
    // Connections that were kept open end at their next mail.
    onMailFrom: (_address, _session, done) =>
      done(settings.down || settings.greeting !== null ? greetingOf(421) : null),
    onRcptTo: ({ address }, _session, done) => done(mailboxTrouble(address)),
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      const drop = () => dropConnection(server, session)
      takeMail({ stream, session, journal, plan, delayMs: settings.delayMs, drop }).then(
        (answered) => (answered ? done() : undefined),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => undefined)
  await open(server, options.port, options.host)
  const { port } = server.server.address() as AddressInfo

  return {
    name: 'mail',
    title: 'Mail',
    smtpUrl: `smtp://${options.host}:${port}`,
    router: Router(),
    async command(body) {
      const { next, reset, ...change } = MailCommand.parse(body)
      if (reset) {
        settings = { ...usual }
        plan.clear()
      }
      if (reset === 'all') await journal.clear()
      settings = { ...settings, ...definedOnly(change) }
      if (next) plan.add(next)
      if (settings.down) shut(server)
      else await open(server, port, options.host)
    },
    state: () => ({ settings, next: plan.list(), messages: journal.entries.slice(-50) }),
    journal: () => journal.entries,
    deliveries: () => [],
    triggers: [
      ['Any address', 'gets its mail in the inbox'],
      ['nobody@…', 'has no mailbox here (550)'],
      ['full@…', 'has a full mailbox (452)'],
    ],
    buttons: mailButtons,
    orders: () => ({
      heads: ['When', 'To', 'Subject'],
      rows: journal.entries
        .slice(-50)
        .reverse()
        .map((entry) => [entry.at, entry.to, entry.subject].map(escapeHtml)),
    }),
    async close() {
      for (const session of openSessions(server)) session.close()
      if (server.server.listening) await new Promise<void>((done) => server.close(done))
      await journal.close()
    },
  }
}

const usual = { delayMs: 0, down: false, greeting: null as 421 | 554 | null }

async function open(server: SMTPServer, port: number, host: string): Promise<void> {
  if (server.server.listening) return
  await new Promise<void>((done, fail) => {
    server.server.once('error', fail)
    server.listen(port, host, () => {
      server.server.off('error', fail)
      done()
    })
  })
}

/** Refuses new connections. */
function shut(server: SMTPServer): void {
  if (server.server.listening) server.server.close()
}

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const greetingOf = (code: 421 | 554) =>
  answer(code, code === 421 ? 'Too busy, try again later' : 'No service for you')

function mailboxTrouble(address: string): Error | null {
  if (address.startsWith('nobody@')) return answer(550, 'No such mailbox')
  return address.startsWith('full@') ? answer(452, 'Mailbox full') : null
}

type Incoming = {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  journal: Journal
  plan: FaultPlan
  delayMs: number
  drop: () => void
}

/** Returns whether the sender gets an answer; a rejection is thrown. */
async function takeMail({ stream, session, journal, plan, delayMs, drop }: Incoming): Promise<boolean> {
  const to = session.envelope.rcptTo.map((recipient) => recipient.address)
  const mail = await PostalMime.parse(await readAll(stream))
  const { subject = '', text = '', html = '' } = mail
  const fault = plan.take('mail', { to: to.join(','), subject })
  const outcome = fault?.outcome ?? 'ok'
  await wait(fault?.delayMs ?? delayMs)
  if (fault?.outcome === 'refuse') throw refusal(fault)
  const from = { from: mail.from?.address ?? '', fromName: mail.from?.name ?? '' }
  if (outcome !== 'reset' && outcome !== 'timeout_lost') {
    await journal.append('mail', { to, ...from, subject, text, html })
  }
  if (outcome.startsWith('reset')) drop()
  return outcome === 'ok'
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const refusal = (fault: Fault) => answer(Number(fault.code ?? 550), fault.message ?? 'Mailbox unavailable')

const mailButtons = [
  ...messageButtons,
  { label: 'Next mail: not now (451)', command: { next: { outcome: 'refuse', code: '451' } } },
  { label: 'Connections refused', command: { down: true } },
  { label: 'Connections accepted', command: { down: false } },
  { label: 'Too busy for anyone (421)', command: { greeting: 421 } },
]

type OpenSession = { id: string; close(): void; _socket: { resetAndDestroy(): void } }

/** The server's type does not show its connections. */
const openSessions = (server: SMTPServer) =>
  (server as unknown as { connections: Set<OpenSession> }).connections

function dropConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const open of openSessions(server)) if (open.id === session.id) open._socket.resetAndDestroy()
}
