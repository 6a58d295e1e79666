import type { Publisher } from '../../platform/realtime.ts'
import type { Caller } from './caller.ts'
import { deleteSessions } from './publish-revoked.ts'

/** Ends the caller's session: its token stops working at once and its sockets close. */
export async function signOut(caller: Caller, deps: { publisher: Publisher }): Promise<void> {
  await deleteSessions([{ _id: caller.sessionId }], deps)
}
