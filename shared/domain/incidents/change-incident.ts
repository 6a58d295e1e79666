import type { IncidentScope } from '../../contracts/incident-scopes.ts'
import type { IncidentTransition } from '../../contracts/incident-states.ts'
import { isPaymentGatewayName } from '../../contracts/payment-gateways.ts'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, type AuditFacts, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IIncident, type IncidentLogEntry, IncidentModel } from './incident-model.ts'
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
  { scope, reason, ...message }: IncidentMessage & { scope: IncidentScope; reason: string },
): Promise<IIncident> {
  const now = deps.clock.now()
  const last = await IncidentModel.findOne({ scope }).sort({ number: -1 }).lean<IIncident | null>()
  if (last && last.state !== 'ended') throw new AppError('incident_open')
  const number = (last?.number ?? 0) + 1
  const incident: IIncident = {
    _id: `${scope}:${number}`,
    scope,
    number,
    state: 'active',
    version: 0,
    reason,
    message: { en: message.en, hi: message.hi },
    nextUpdateAt: nextUpdateAt(now, message),
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
  const isCreated = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      await IncidentModel.create([incident], { session: tx })
      await writeAudit(tx, admin, {
        at: now,
        action: 'incident.start',
        target: auditTarget.incident(incident._id),
        reason,
        before: {},
        after: { scope, ...messageFacts(incident) },
      })
      return true
    }),
  )
  if (!isCreated) throw new AppError('incident_open')
  clearIncidentCache()
  publishIncidentUpdate(deps)
  return incident
}

type ExpectedIncident = { id: string; expectedVersion: number }
type IncidentFields = Partial<Omit<IIncident, '_id' | 'scope' | 'number' | 'version' | 'log'>>
type IncidentChange = { set: IncidentFields; entry: IncidentLogEntry; before: AuditFacts; after: AuditFacts }

/**
 * Changes an open incident at the version that the admin saw, and adds a log entry.
 * @throws AppError not_found; incident_changed when the version is no longer current
 */
async function changeIncident(
  deps: IncidentDeps,
  admin: Actor,
  {
    id,
    expectedVersion,
    decide,
  }: ExpectedIncident & { decide(before: IIncident, now: Date): IncidentChange | undefined },
): Promise<IIncident> {
  const now = deps.clock.now()
  const after = await inTransaction(async (tx) => {
    const before = await IncidentModel.findById(id, null, { session: tx }).lean<IIncident | null>()
    if (!before) throw new AppError('not_found')
    const planned =
      before.version === expectedVersion && before.state !== 'ended' ? decide(before, now) : undefined
    if (!planned) throw new AppError('incident_changed')
    const written = await IncidentModel.findOneAndUpdate(
      { _id: id, version: expectedVersion, state: before.state },
      { $set: planned.set, $inc: { version: 1 }, $push: { log: planned.entry } },
      { session: tx, returnDocument: 'after' },
    ).lean<IIncident | null>()
    if (!written) throw new AppError('incident_changed')
    await writeAudit(tx, admin, {
      at: now,
      action: 'incident.update',
      target: auditTarget.incident(id),
      reason: before.reason,
      before: planned.before,
      after: planned.after,
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
  { to, perMinute, ...target }: ExpectedIncident & { to: IncidentTransition; perMinute: number },
): Promise<IIncident> {
  return changeIncident(deps, admin, {
    ...target,
    decide: (before, now) => {
      const transition = transitions[to](before, { now, perMinute })
      if (!transition) return undefined
      const { set, event, detail = '' } = transition
      const after = { ...before, ...set }
      return {
        set,
        entry: { at: now, by: admin.name, event, detail },
        before: { state: stateText(before), perMinute: before.perMinute },
        after: { state: stateText(after), perMinute: after.perMinute },
      }
    },
  })
}

type TransitionResult = { set: IncidentFields; event: IncidentLogEntry['event']; detail?: string } | undefined
type TransitionInput = { now: Date; perMinute: number }

const transitions: Record<
  IncidentTransition,
  (before: IIncident, asked: TransitionInput) => TransitionResult
> = {
  release: (before, { now, perMinute }) => {
    // No order is on hold for a gateway, so payments start again immediately.
    if (isPaymentGatewayName(before.scope)) return { set: { state: 'ended', endedAt: now }, event: 'ended' }
    const isReleasing = before.state === 'releasing'
    // The release has just stopped by itself, which the admin cannot have seen: a rate change must not
    // restart it.
    if (isReleasing && !before.releaseStopped && isFailing(before)) return undefined
    const isRateChange = isReleasing && !isStopped(before)
    return {
      set: {
        state: 'releasing',
        perMinute,
        releaseStopped: null,
        // A rate change keeps `nextReleaseAt`, so that it cannot be used to skip the current interval.
        ...(isRateChange ? {} : { failedAccounts: [], releasingSince: now }),
        ...(isReleasing ? {} : { releaseStartedAt: now }),
      },
      event: isRateChange ? 'release_rate' : 'releasing',
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
const messageFacts = ({
  message,
  nextUpdateAt,
}: Pick<IIncident, 'message' | 'nextUpdateAt'>): AuditFacts => ({
  en: message.en,
  hi: message.hi,
  nextUpdateAt: nextUpdateAt.toISOString(),
})

const stateText = ({ state, releaseStopped }: IIncident): string => (releaseStopped ? 'stopped' : state)

/** Changes the message for customers. @throws AppError not_found, incident_changed */
export function updateIncidentMessage(
  deps: IncidentDeps,
  admin: Actor,
  { id, expectedVersion, ...message }: ExpectedIncident & IncidentMessage,
): Promise<IIncident> {
  return changeIncident(deps, admin, {
    id,
    expectedVersion,
    decide: (before, now) => {
      const set = { message: { en: message.en, hi: message.hi }, nextUpdateAt: nextUpdateAt(now, message) }
      return {
        set,
        entry: { at: now, by: admin.name, event: 'message', detail: message.en },
        before: messageFacts(before),
        after: messageFacts(set),
      }
    },
  })
}
