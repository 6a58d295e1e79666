import { rooms } from '../../contracts/realtime.ts'
import type { Publisher } from '../../platform/realtime.ts'
import type { Caller } from './caller.ts'
import { SessionModel } from './session-model.ts'

/** Ends the caller's session: its token stops working at once and its sockets close. */
export async function signOut(caller: Caller, deps: { publisher: Publisher }): Promise<void> {
  await SessionModel.deleteOne({ _id: caller.sessionId })
  deps.publisher.disconnect(rooms.session(caller.sessionId))
}
