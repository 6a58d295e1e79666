import type { ClientEvents, SubscribeReply } from '@jhatpat/shared/contracts/realtime.ts'
import { expect } from 'vitest'
import type { TestSocket } from '../../support/person.ts'

type SubscribeEvent = Exclude<keyof ClientEvents, 'order.unsubscribe'>

/** Sends any value as an event. */
export function emitRequest(
  socket: TestSocket,
  event: SubscribeEvent,
  payload: unknown,
): Promise<SubscribeReply<Record<string, unknown>>> {
  return socket.timeout(5_000).emitWithAck(event, payload as never) as never
}

/** The reason for which a socket closed. */
export function closed(socket: TestSocket): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve))
}

/** The error that refused a handshake. */
export function refusalOf(promise: Promise<unknown>): Promise<Error & { data?: { code: string } }> {
  return promise.then(
    () => expect.unreachable('was let in'),
    (error: unknown) => error as Error,
  )
}
