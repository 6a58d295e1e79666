import type { IncidentTransition } from '../../contracts/incident-states.ts'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, type AuditFacts, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IIncident, type IncidentLogEntry, IncidentModel, type IncidentScope } from './incident-model.ts'
import { isFailing, isStopped } from './incident-rules.ts'
import { clearIncidentCache } from './known-incidents.ts'

export type IncidentDeps = Pick<Deps, 'clock' | 'publisher'>

/** The message that customers read, and the minutes until its next update. */
export type IncidentMessage = { en: string; hi: string; nextUpdateInMinutes: number }

/** Orders released per minute when the admin gives no other rate. */
const defaultReleaseRate = 15

/** Open pages fetch the incidents again. The event may be lost: pages also poll. */
export const publishIncidentUpdate = ({ publisher }: Pick<Deps, 'publisher'>): void =>
  publisher.publish(rooms.catalogue(), 'incidents.updated', {})

const nextUpdateAt = (now: Date, { nextUpdateInMinutes }: IncidentMessage) =>
  new Date(now.getTime() + nextUpdateInMinutes * 60_000)

/**
 * Starts an incident and records it in its log.
 * @throws AppError incident_open while another incident of this scope has not ended
 */
export async function startIncident(
  deps: IncidentDeps,
  admin: Actor,
  { scope, reason, ...told }: IncidentMessage & { scope: IncidentScope; reason: string },
): Promise<IIncident> {
  const now = deps.clock.now()
  const last = await IncidentModel.findOne({ scope }).sort({ number: -1 }).lean<IIncident | null>()
  if (last && last.state !== 'ended') throw new AppError('incident_open')
  const number = (last?.number ?? 0) + 1
  const made: IIncident = {
    _id: `${scope}:${number}`,
    scope,
    number,
    state: 'active',
    version: 0,
    reason,
    message: { en: told.en, hi: told.hi },
    nextUpdateAt: nextUpdateAt(now, told),
    perMinute: defaultReleaseRate,
    nextReleaseAt: now,
    failedAccounts: [],
    releasingSince: null,
    startedAt: now,
    startedBy: { userId: admin.userId, name: admin.name },
    releaseStartedAt: null,
    releaseStopped: null,
    endedAt: null,
    hasNoHeldOrders: false,
    log: [{ at: now, by: admin.name, event: 'started', detail: reason }],
  }
  const done = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      await IncidentModel.create([made], { session: tx })
      await writeAudit(tx, admin, {
        at: now,
        action: 'incident.start',
        target: auditTarget.incident(made._id),
        reason,
        before: {},
        after: { scope, ...factsOf(made) },
      })
      return true
    }),
  )
  if (!done) throw new AppError('incident_open')
  clearIncidentCache()
  publishIncidentUpdate(deps)
  return made
}

type Seen = { id: string; expectedVersion: number }
type Fields = Partial<Omit<IIncident, '_id' | 'scope' | 'number' | 'version' | 'log'>>
type Change = { set: Fields; row: IncidentLogEntry; before: AuditFacts; after: AuditFacts }

/**
 * Changes an open incident at the version that the admin saw, and adds a log entry.
 * @throws AppError not_found; incident_changed when the version is no longer current
 */
async function change(
  deps: IncidentDeps,
  admin: Actor,
  { id, expectedVersion, decide }: Seen & { decide(before: IIncident, now: Date): Change | undefined },
): Promise<IIncident> {
  const now = deps.clock.now()
  const after = await inTransaction(async (tx) => {
    const before = await IncidentModel.findById(id, null, { session: tx }).lean<IIncident | null>()
    if (!before) throw new AppError('not_found')
    const wanted =
      before.version === expectedVersion && before.state !== 'ended' ? decide(before, now) : undefined
    if (!wanted) throw new AppError('incident_changed')
    const written = await IncidentModel.findOneAndUpdate(
      { _id: id, version: expectedVersion, state: before.state },
      { $set: wanted.set, $inc: { version: 1 }, $push: { log: wanted.row } },
      { session: tx, returnDocument: 'after' },
    ).lean<IIncident | null>()
    if (!written) throw new AppError('incident_changed')
    await writeAudit(tx, admin, {
      at: now,
      action: 'incident.update',
      target: auditTarget.incident(id),
      reason: before.reason,
      before: wanted.before,
      after: wanted.after,
    })
    return written
  })
  publishIncidentUpdate(deps)
  return after
}

/**
 * Starts releasing held orders at a rate, stops that, or holds orders again. `release` also resumes a stopped
 * release and changes the rate; orders that have been released since it started stay released.
 * @throws AppError not_found; incident_changed when the version is no longer current or the state does not
 * allow it
 */
export function transitionIncident(
  deps: IncidentDeps,
  admin: Actor,
  { to, perMinute, ...which }: Seen & { to: IncidentTransition; perMinute: number },
): Promise<IIncident> {
  return change(deps, admin, {
    ...which,
    decide: (before, now) => {
      const step = moves[to](before, { now, perMinute })
      if (!step) return undefined
      const { set, event, detail = '' } = step
      const after = { ...before, ...set }
      return {
        set,
        row: { at: now, by: admin.name, event, detail },
        before: { state: stateOf(before), perMinute: before.perMinute },
        after: { state: stateOf(after), perMinute: after.perMinute },
      }
    },
  })
}

type Step = { set: Fields; event: IncidentLogEntry['event']; detail?: string } | undefined
type Asked = { now: Date; perMinute: number }

const moves: Record<IncidentTransition, (before: IIncident, asked: Asked) => Step> = {
  release: (before, { now, perMinute }) => {
    // No order is on hold for the gateway, so payments start again immediately.
    if (before.scope === 'GATEWAY') return { set: { state: 'ended', endedAt: now }, event: 'ended' }
    const isReleasing = before.state === 'releasing'
    // The release has just stopped by itself, which the admin cannot have seen: a rate change must not
    // restart it.
    if (isReleasing && !before.releaseStopped && isFailing(before)) return undefined
    const isPace = isReleasing && !isStopped(before)
    return {
      set: {
        state: 'releasing',
        perMinute,
        releaseStopped: null,
        // A rate change keeps `nextReleaseAt`, so that it cannot be used to skip the current interval.
        ...(isPace ? {} : { failedAccounts: [], releasingSince: now }),
        ...(isReleasing ? {} : { releaseStartedAt: now }),
      },
      event: isPace ? 'release_rate' : 'releasing',
      detail: String(perMinute),
    }
  },
  stop: ({ state, releaseStopped }, { now }) =>
    state === 'releasing' && !releaseStopped
      ? { set: { releaseStopped: { at: now, reason: 'manual' } }, event: 'stopped' }
      : undefined,
  hold: ({ state }) =>
    state === 'releasing'
      ? {
          set: { state: 'active', releaseStopped: null, failedAccounts: [], releaseStartedAt: null },
          event: 'held',
        }
      : undefined,
}

/** The message for customers, as audited. */
const factsOf = ({ message, nextUpdateAt }: Pick<IIncident, 'message' | 'nextUpdateAt'>): AuditFacts => ({
  en: message.en,
  hi: message.hi,
  nextUpdateAt: nextUpdateAt.toISOString(),
})

const stateOf = ({ state, releaseStopped }: IIncident): string => (releaseStopped ? 'stopped' : state)

/** Changes the message for customers. @throws AppError not_found, incident_changed */
export function updateIncidentMessage(
  deps: IncidentDeps,
  admin: Actor,
  { id, expectedVersion, ...told }: Seen & IncidentMessage,
): Promise<IIncident> {
  return change(deps, admin, {
    id,
    expectedVersion,
    decide: (before, now) => {
      const set = { message: { en: told.en, hi: told.hi }, nextUpdateAt: nextUpdateAt(now, told) }
      return {
        set,
        row: { at: now, by: admin.name, event: 'message', detail: told.en },
        before: factsOf(before),
        after: factsOf(set),
      }
    },
  })
}
