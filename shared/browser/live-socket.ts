import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../contracts/realtime.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>
export type Stop = () => void

/** A subscription over the socket. `poll` runs on each connect, and when the page becomes visible again. */
export type Subscription = { poll(): void; stop(): void }
