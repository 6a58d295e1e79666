import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'express'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { createFaultPlan, type Fault, type FaultPlan } from '../wire/faults.ts'
import { type Journal, openJournal } from '../wire/journal.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { MessageCommand } from './message-settings.ts'
import { messageButtons } from './sms-simulator.ts'

export type SimulatedMail = SimulatedVendor & { smtpUrl: string }

/** An SMTP server that keeps every mail in its journal and sends none on. */
export async function createMailSimulator(options: {
  file: string
  host: string
  port: number
}): Promise<SimulatedMail> {
  const journal = await openJournal(options.file, () => {})
  const plan = createFaultPlan('mail')
  let delayMs = 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      const drop = () => dropConnection(server, session)
      takeMail({ stream, session, journal, plan, delayMs, drop }).then(
        (answered) => (answered ? done() : undefined),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((done, fail) => {
    server.server.once('error', fail)
    server.listen(options.port, options.host, () => done())
  })
  const { port } = server.server.address() as AddressInfo

  return {
    name: 'mail',
    title: 'Mail',
    smtpUrl: `smtp://${options.host}:${port}`,
    router: Router(),
    async command(body) {
      const command = MessageCommand.parse(body)
      if (command.reset) plan.clear()
      if (command.reset === 'all') await journal.clear()
      delayMs = command.delayMs ?? (command.reset ? 0 : delayMs)
      if (command.next) plan.add(command.next)
    },
    state: () => ({ settings: { delayMs }, next: plan.list(), messages: journal.entries.slice(-50) }),
    journal: () => journal.entries,
    deliveries: () => [],
    triggers: [['Any address', 'gets its mail in the inbox']],
    buttons: messageButtons,
    orders: () => ({
      heads: ['When', 'To', 'Subject'],
      rows: journal.entries
        .slice(-50)
        .reverse()
        .map((entry) => [entry.at, entry.to, entry.subject].map(escapeHtml)),
    }),
    async close() {
      for (const session of openSessions(server)) session.close()
      await new Promise<void>((done) => server.close(done))
      await journal.close()
    },
  }
}

type Incoming = {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  journal: Journal
  plan: FaultPlan
  delayMs: number
  drop: () => void
}

/** Whether the sender gets an answer; a refusal is thrown. */
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

const refusal = (fault: Fault) =>
  Object.assign(new Error(fault.message ?? 'Mailbox unavailable'), {
    responseCode: Number(fault.code ?? 550),
  })

type OpenSession = { id: string; close(): void; _socket: { resetAndDestroy(): void } }

/** The server's type does not show its connections. */
const openSessions = (server: SMTPServer) =>
  (server as unknown as { connections: Set<OpenSession> }).connections

function dropConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const open of openSessions(server)) if (open.id === session.id) open._socket.resetAndDestroy()
}
