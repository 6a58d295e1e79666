import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../contracts/realtime.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>
export type Stop = () => void

/** Something that is watched over the socket. `ask`: on each connect, and when the page is seen again. */
export type Subscription = { poll(): void; stop(): void }
