import { model, Schema } from 'mongoose'
import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import { type IncidentScope, incidentScopes } from '../../contracts/incident-scopes.ts'
import {
  type IncidentState,
  incidentStates,
  type StopReason,
  stopReasons,
} from '../../contracts/incident-states.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const incidentEvents = [
  'started',
  'message',
  'releasing',
  'release_rate',
  'stopped',
  'held',
  'ended',
] as const

/** An event of an incident. `by`: the admin's name; empty for an automatic event. */
export type IncidentLogEntry = {
  at: Date
  by: string
  event: (typeof incidentEvents)[number]
  detail: string
}

export type ReleaseStop = { at: Date; reason: StopReason }

/**
 * While an incident is active, paid orders of its scope are on hold and not sent. Releasing sends them, least
 * time left first, at a rate that is stored only here, so that it applies across all processes and restarts.
 */
export interface IIncident {
  /** `SMILEPH:3`: the scope and the number of its incident, so that two concurrent starts create only one. */
  _id: string
  scope: IncidentScope
  number: number
  state: IncidentState
  /** Increases with each change of state, rate or message. */
  version: number
  reason: string
  message: { en: string; hi: string }
  nextUpdateAt: Date
  /** The most orders released in a minute. */
  perMinute: number
  /** The earliest time of the next release. */
  nextReleaseAt: Date
  /**
   * The account of each failed released purchase, removed by a delivery of the same account: a delivery at
   * one account does not hide failures of another.
   */
  failedAccounts?: SupplierName[]
  /**
   * When the release was last started or resumed: purchases sent earlier do not count. Null or missing: all
   * count.
   */
  releasingSince?: Date | null
  startedAt: Date
  startedBy: { userId: string; name: string }
  /** Orders that were released before this time are on hold again. */
  releaseStartedAt: Date | null
  releaseStopped: ReleaseStop | null
  endedAt: Date | null
  /** The incident has ended and no order is on hold for it: workers skip it. */
  hasNoHeldOrders: boolean
  log: IncidentLogEntry[]
}

const text = { type: String, required: true } as const
const date = { type: Date, required: true } as const
const number = { type: Number, required: true } as const

const incidentSchema = new Schema<IIncident>(
  {
    _id: text,
    scope: { type: String, enum: incidentScopes, required: true },
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

/** The incidents that ended last, latest first. */
export const pastIncidents = (limit: number): Promise<IIncident[]> =>
  IncidentModel.find({ endedAt: { $gt: new Date(0) } })
    .sort({ endedAt: -1 })
    .limit(limit)
    .lean<IIncident[]>()
