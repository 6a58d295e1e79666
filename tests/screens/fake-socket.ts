import type { ConnectSocket, LiveSocket } from '@jhatpat/shared/browser/realtime.ts'
import type { ClientEvents, ServerEvents } from '@jhatpat/shared/contracts/realtime.ts'

type Listener = (...args: unknown[]) => void
type Question = keyof ClientEvents

/**
 * Replaces the socket: the test decides what the server sends, what it answers, and when the connection
 * breaks.
 */
export function createFakeSocket() {
  const listeners = new Map<string, Set<Listener>>()
  const snapshots = new Map<Question, () => unknown>()
  const asked: { question: string; request: unknown }[] = []
  const tell = (event: string, ...args: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args)
  }
  const line = {
    connected: false,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
    emit: (question: Question, request: unknown, reply?: (answer: unknown) => void) => {
      asked.push({ question, request })
      const snapshot = snapshots.get(question)
      if (snapshot) reply?.({ ok: true, snapshot: snapshot() })
      else reply?.({ ok: false, code: 'not_found', message: '' })
    },
    connect: () => {
      line.connected = true
      tell('connect')
    },
    disconnect: () => {
      line.connected = false
      tell('disconnect', 'io client disconnect')
    },
  }
  const connect: ConnectSocket = async (auth) => {
    auth((handshake) => asked.push({ question: 'handshake', request: handshake }))
    return line as unknown as LiveSocket
  }
  return {
    connect,
    asked,
    answer: (question: Question, snapshot: () => unknown) => void snapshots.set(question, snapshot),
    send: <Name extends keyof ServerEvents>(name: Name, ...data: Parameters<ServerEvents[Name]>) =>
      tell(name, ...data),
    breakLine: () => {
      line.connected = false
      tell('disconnect', 'transport close')
    },
    /** Closes the socket like the server at the end of a session. */
    shut: () => {
      line.connected = false
      tell('disconnect', 'io server disconnect')
    },
    onConnect: (listener: () => void) => line.on('connect', listener),
    refuse: (code: string) => tell('connect_error', Object.assign(new Error(code), { data: { code } })),
    restore: () => line.connect(),
  }
}

export type FakeSocket = ReturnType<typeof createFakeSocket>
