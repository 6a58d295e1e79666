import {
  activeSessions,
  type Caller,
  findRevokedSince,
  type SecondFactorPolicy,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { ApiDeps } from './api-deps.ts'

/** The parts of a socket that are used here. */
type Revocable = {
  connected: boolean
  data: { caller: Pick<Caller, 'userId' | 'sessionId' | 'role'> }
  disconnect(close: true): unknown
}

type Parts = Pick<ApiDeps, 'clock' | 'log'> & { sockets(): Iterable<Revocable>; rule: SecondFactorPolicy }

/** Sessions of this many sockets are looked up per turn; the others follow in the next turns. */
const atOnce = 500
/** Allowance for clock differences between processes, and for failed turns. */
const overlapMs = 10 * 60_000

/**
 * Closes sockets with an ended session whose close event was lost. Each turn checks the sockets of
 * accounts that were blocked or signed out everywhere, those of admins where idle sessions expire,
 * and the next 500 of all others. Looking up all of 10,000 each time would take a seventh of a
 * processor, and as much of the database's.
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
  const active = await activeSessions([...ids], now, rule)
  for (const socket of sockets) if (!active.has(socket.data.caller.sessionId)) socket.disconnect(true)
}
