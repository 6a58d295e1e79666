import {
  activeSessions,
  type Caller,
  findRevokedSince,
  type SecondFactorPolicy,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { ApiDeps } from './api-deps.ts'

/** A socket, of which this is all that counts here. */
type Revocable = {
  connected: boolean
  data: { caller: Pick<Caller, 'userId' | 'sessionId' | 'role'> }
  disconnect(close: true): unknown
}

type Parts = Pick<ApiDeps, 'clock' | 'log'> & { sockets(): Iterable<Revocable>; rule: SecondFactorPolicy }

/** Of so many sockets the sessions are looked up in one turn, and those of the others in the next ones. */
const atOnce = 500
/** By how much the clock of who cut somebody off may differ from ours, and how long a turn may have failed. */
const overlapMs = 10 * 60_000

/**
 * Closes sockets whose session is over though the event about it was lost. Each turn checks the sockets of accounts that
 * were blocked or signed out everywhere, those of admins where idle sessions end, and the next 500 of all the others. To
 * look up all of 10,000 each time would take a seventh of a processor, and as much of the database's.
 * @returns one turn; it never fails
 */
export function createRevocations({ sockets, clock, log, rule }: Parts): () => Promise<void> {
  let next: Revocable[] = []
  return async () => {
    const all = [...sockets()]
    if (all.length === 0) return
    if (next.length === 0) next = all
    try {
      const revoked = await findRevokedSince(new Date(clock.now().getTime() - overlapMs))
      const due = next.splice(0, atOnce).filter(({ connected }) => connected)
      const suspects = all.filter(
        ({ data: { caller } }) => revoked.has(caller.userId) || (rule.idleMs && caller.role === 'admin'),
      )
      await closeEnded(new Set([...due, ...suspects]), clock.now(), rule)
    } catch (error) {
      log.warn({ err: String(error) }, 'sessions of the open sockets could not be checked')
    }
  }
}

async function closeEnded(
  sockets: ReadonlySet<Revocable>,
  now: Date,
  rule: SecondFactorPolicy,
): Promise<void> {
  const ids = new Set([...sockets].map(({ data }) => data.caller.sessionId))
  const live = await activeSessions([...ids], now, rule)
  for (const socket of sockets) if (!live.has(socket.data.caller.sessionId)) socket.disconnect(true)
}
