import type { Publisher } from '../../platform/realtime.ts'
import type { Caller } from './caller.ts'
import { removeSessions } from './end-sessions.ts'

/** Ends the caller's session: its token stops working at once and its sockets close. */
export async function signOut(caller: Caller, deps: { publisher: Publisher }): Promise<void> {
  await removeSessions([{ _id: caller.sessionId }], deps)
}
