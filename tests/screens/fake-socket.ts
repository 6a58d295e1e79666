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
  const requests: { question: string; request: unknown }[] = []
  const emit = (event: string, ...args: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args)
  }
  const line = {
    connected: false,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
    emit: (question: Question, request: unknown, reply?: (answer: unknown) => void) => {
      requests.push({ question, request })
      const snapshot = snapshots.get(question)
      if (snapshot) reply?.({ ok: true, snapshot: snapshot() })
      else reply?.({ ok: false, code: 'not_found', message: '' })
    },
    connect: () => {
      line.connected = true
      emit('connect')
    },
    disconnect: () => {
      line.connected = false
      emit('disconnect', 'io client disconnect')
    },
  }
  const connect: ConnectSocket = async (auth) => {
    auth((handshake) => requests.push({ question: 'handshake', request: handshake }))
    return line as unknown as LiveSocket
  }
  return {
    connect,
    asked: requests,
    answer: (question: Question, snapshot: () => unknown) => void snapshots.set(question, snapshot),
    send: <Name extends keyof ServerEvents>(name: Name, ...data: Parameters<ServerEvents[Name]>) =>
      emit(name, ...data),
    breakLine: () => {
      line.connected = false
      emit('disconnect', 'transport close')
    },
    /** Closes the socket like the server at the end of a session. */
    shut: () => {
      line.connected = false
      emit('disconnect', 'io server disconnect')
    },
    onConnect: (listener: () => void) => line.on('connect', listener),
    refuse: (code: string) => emit('connect_error', Object.assign(new Error(code), { data: { code } })),
    restore: () => line.connect(),
  }
}

export type FakeSocket = ReturnType<typeof createFakeSocket>
