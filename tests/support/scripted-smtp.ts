import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What the server has just received: a connection, a command, the first bytes of a mail's content, or the whole mail. */
export type SmtpStep = 'connect' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'RSET' | 'QUIT' | 'content' | 'mail'

/** A reply in place of the usual one, or the end of the connection, by FIN or by RST, or no reply. */
export type SmtpAction = { reply: string; end?: true } | 'end' | 'reset' | 'silence'

/** `connection`: its number, from 1. `nth`: how many times this connection has reached this step. */
type Script = (step: SmtpStep, at: { connection: number; nth: number }) => SmtpAction | undefined

type ScriptedSmtp = {
  url: string
  /** The content of every mail that arrived completely, oldest first. */
  mails: string[]
  /** Number of connections so far. */
  connections: number
  /** Decides each step from now on. */
  script(decide: Script): void
  openConnections(): number
  /** Sends a line on every connection, whether a command waits for it or not. */
  say(line: string): void
  closeAll(by: 'end' | 'reset'): void
  /** Stops listening and closes every connection; `start` listens on the same port again. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** An SMTP server that records complete mails and otherwise does what the test decides at each step. */
export async function scriptedSmtp({ hasPipelining }: { hasPipelining: boolean }): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>()
  let decide: Script = () => undefined
  const usual: Record<SmtpStep, SmtpAction> = {
    connect: { reply: '220 ready' },
    EHLO: { reply: hasPipelining ? '250-here\r\n250 PIPELINING' : '250 here' },
    MAIL: { reply: '250 sender ok' },
    RCPT: { reply: '250 recipient ok' },
    DATA: { reply: '354 go on' },
    RSET: { reply: '250 reset' },
    QUIT: { reply: '221 bye', end: true },
    content: { reply: '' },
    mail: { reply: '250 queued' },
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    smtp.connections += 1
    const connection = smtp.connections
    const counts = new Map<SmtpStep, number>()
    const reach = (step: SmtpStep) => {
      const nth = (counts.get(step) ?? 0) + 1
      counts.set(step, nth)
      return perform(socket, decide(step, { connection, nth }) ?? usual[step])
    }
    if (reach('connect') !== undefined) converse(socket, reach, (mail) => smtp.mails.push(mail))
    else socket.resume()
  })
  let port = 0
  const smtp: ScriptedSmtp = {
    url: '',
    mails: [],
    connections: 0,
    script: (next) => {
      decide = next
    },
    openConnections: () => sockets.size,
    say: (line) => {
      for (const socket of sockets) socket.write(`${line}\r\n`)
    },
    closeAll: (by) => {
      for (const socket of sockets) {
        if (by === 'end') socket.end()
        else socket.resetAndDestroy()
      }
    },
    stop: async () => {
      const stopped = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await stopped
    },
    start: async () => {
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
      port = (server.address() as AddressInfo).port
      smtp.url = `smtp://127.0.0.1:${port}`
    },
  }
  await smtp.start()
  return smtp
}

/** @returns the reply; undefined when the session has ended */
function perform(socket: Socket, action: SmtpAction): string | undefined {
  if (action === 'silence') return undefined
  if (action === 'reset') {
    socket.resetAndDestroy()
    return undefined
  }
  if (action !== 'end' && action.reply) socket.write(`${action.reply}\r\n`)
  if (action !== 'end' && !action.end) return action.reply
  socket.end()
  return undefined
}

const endOfMail = '\r\n.\r\n'

/** Reads commands and mails. */
function converse(
  socket: Socket,
  reach: (step: SmtpStep) => string | undefined,
  received: (mail: string) => void,
): void {
  let unread = ''
  let isMail = false
  let isOver = false
  const readMail = (): boolean => {
    const length = unread.indexOf(endOfMail)
    if (length < 0) return false
    received(unread.slice(0, length))
    unread = unread.slice(length + endOfMail.length)
    isMail = false
    isOver = reach('mail') === undefined
    return true
  }
  const readCommand = (): boolean => {
    const length = unread.indexOf('\r\n')
    if (length < 0) return false
    const step = unread.slice(0, 4).toUpperCase() as SmtpStep
    unread = unread.slice(length + 2)
    const reply = reach(step)
    isOver = reply === undefined
    isMail = step === 'DATA' && reply?.startsWith('354') === true
    return true
  }
  socket.on('data', (bytes) => {
    if (isMail && unread === '') isOver ||= reach('content') === undefined
    unread += bytes.toString('latin1')
    while (!isOver && (isMail ? readMail() : readCommand()));
  })
}
