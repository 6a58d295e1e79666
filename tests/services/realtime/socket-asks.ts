import type { ClientEvents, SubscribeReply } from '@jhatpat/shared/contracts/realtime.ts'
import { expect } from 'vitest'
import type { TestSocket } from '../../support/person.ts'

type Watch = Exclude<keyof ClientEvents, 'order.unsubscribe'>

/** Sends anything at all under an event's name. */
export function ask(
  socket: TestSocket,
  event: Watch,
  payload: unknown,
): Promise<SubscribeReply<Record<string, unknown>>> {
  return socket.timeout(5_000).emitWithAck(event, payload as never) as never
}

/** Why a socket closed. */
export function closed(socket: TestSocket): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve))
}

/** The error that a handshake was refused with. */
export function refusalOf(promise: Promise<unknown>): Promise<Error & { data?: { code: string } }> {
  return promise.then(
    () => expect.unreachable('was let in'),
    (error: unknown) => error as Error,
  )
}
