import { model, Schema } from 'mongoose'
import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import {
  type IncidentState,
  incidentStates,
  type StopReason,
  stopReasons,
} from '../../contracts/incident-states.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** What is not bought from, an account or every one; or the gateway, by which no payment is begun. */
export type IncidentScope = SupplierName | 'ALL' | 'GATEWAY'

export const incidentEvents = [
  'started',
  'message',
  'releasing',
  'release_rate',
  'stopped',
  'held',
  'ended',
] as const

/** What happened to an incident. `by`: the admin's name; empty: by itself. */
export type IncidentLogEntry = {
  at: Date
  by: string
  event: (typeof incidentEvents)[number]
  detail: string
}

export type ReleaseStop = { at: Date; reason: StopReason }

/**
 * While it is on, orders for its scope are hold: paid, kept and not sent. Draining lets them out, least time left
 * first, at a pace that stands here and nowhere else, so that it holds over all processes and their deaths.
 */
export interface IIncident {
  /** `SMILEPH:3`: the scope and which of its incidents, so that of two who start one there is one. */
  _id: string
  scope: IncidentScope
  number: number
  state: IncidentState
  /** Rises with each change of its state, pace or message. */
  version: number
  reason: string
  message: { en: string; hi: string }
  nextUpdateAt: Date
  /** At most so many orders are let out in a minute. */
  perMinute: number
  /** The next may be let out then. */
  nextReleaseAt: Date
  /**
   * The accounts at which something failed that was let out, a fail each, without those that have delivered since: what
   * one account delivers hides no fail of another.
   */
  failedAccounts?: SupplierName[]
  /** When the valve was opened last: calls from before it do not count. Null or missing: all do. */
  releasingSince?: Date | null
  startedAt: Date
  startedBy: { userId: string; name: string }
  /** Since when it is draining. What was let out before that has to wait anew. */
  releaseStartedAt: Date | null
  releaseStopped: ReleaseStop | null
  endedAt: Date | null
  /** It has ended and nothing is hold for it any more: workers need not look. */
  hasNoHeldOrders: boolean
  log: IncidentLogEntry[]
}

const text = { type: String, required: true } as const
const date = { type: Date, required: true } as const
const number = { type: Number, required: true } as const

const incidentSchema = new Schema<IIncident>(
  {
    _id: text,
    scope: { type: String, enum: [...supplierNames, 'ALL', 'GATEWAY'] as IncidentScope[], required: true },
    number,
    state: { type: String, enum: incidentStates, required: true },
    version: number,
    reason: text,
    message: { type: { en: text, hi: text }, _id: false, required: true },
    nextUpdateAt: date,
    perMinute: number,
    nextReleaseAt: date,
    failedAccounts: { type: [String], enum: supplierNames, default: [] },
    releasingSince: { type: Date, default: null },
    startedAt: date,
    startedBy: { type: { userId: text, name: text }, _id: false, required: true },
    releaseStartedAt: { type: Date, default: null },
    releaseStopped: {
      type: new Schema<ReleaseStop>(
        { at: date, reason: { type: String, enum: stopReasons } },
        { _id: false },
      ),
      default: null,
    },
    endedAt: { type: Date, default: null },
    hasNoHeldOrders: { type: Boolean, required: true },
    log: {
      type: [
        new Schema<IncidentLogEntry>(
          {
            at: date,
            by: { type: String, default: '' },
            event: { type: String, enum: incidentEvents, required: true },
            detail: { type: String, default: '' },
          } satisfies SchemaFields<IncidentLogEntry>,
          { _id: false },
        ),
      ],
      default: [],
    },
  } satisfies SchemaFields<IIncident>,
  { collection: 'incidents', strict: 'throw', versionKey: false },
)
incidentSchema.index(
  { hasNoHeldOrders: 1 },
  { name: 'unfinished', partialFilterExpression: { hasNoHeldOrders: false } },
)
incidentSchema.index({ scope: 1, number: -1 }, { name: 'of_scope' })
incidentSchema.index(
  { endedAt: -1 },
  { name: 'ended', partialFilterExpression: { endedAt: { $gt: new Date(0) } } },
)

export const IncidentModel = model<IIncident>('Incident', incidentSchema)

/** The last that have ended, the latest first. */
export const pastIncidents = (limit: number): Promise<IIncident[]> =>
  IncidentModel.find({ endedAt: { $gt: new Date(0) } })
    .sort({ endedAt: -1 })
    .limit(limit)
    .lean<IIncident[]>()
