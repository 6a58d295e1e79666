import { model, Schema } from 'mongoose'
import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import {
  type IncidentState,
  incidentStates,
  type WhyHalted,
  whyHalted,
} from '../../contracts/incident-words.ts'
import type { FieldsOf } from '../../platform/fields-of.ts'

/** What is not bought from, an account or every one; or the gateway, by which no payment is begun. */
export type IncidentScope = SupplierName | 'ALL' | 'GATEWAY'

export const incidentActs = ['started', 'message', 'draining', 'pace', 'halted', 'parked', 'ended'] as const

/** What happened to an incident. `by`: the admin's name; empty: by itself. */
export type IncidentRow = { at: Date; by: string; what: (typeof incidentActs)[number]; detail: string }

export type Halted = { at: Date; why: WhyHalted }

/**
 * While it is on, orders for its scope are parked: paid, kept and not sent. Draining lets them out, least time left
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
  why: string
  message: { en: string; hi: string }
  newsAt: Date
  /** At most so many orders are let out in a minute. */
  perMinute: number
  /** The next may be let out then. */
  nextOutAt: Date
  /**
   * The accounts at which something failed that was let out, a fail each, without those that have delivered since: what
   * one account delivers hides no fail of another.
   */
  failsOf?: SupplierName[]
  /** When the valve was opened last: calls from before it do not count. Null or missing: all do. */
  countsFrom?: Date | null
  startedAt: Date
  startedBy: { userId: string; name: string }
  /** Since when it is draining. What was let out before that has to wait anew. */
  drainingAt: Date | null
  halted: Halted | null
  endedAt: Date | null
  /** It has ended and nothing is parked for it any more: workers need not look. */
  isClear: boolean
  log: IncidentRow[]
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
    why: text,
    message: { type: { en: text, hi: text }, _id: false, required: true },
    newsAt: date,
    perMinute: number,
    nextOutAt: date,
    failsOf: { type: [String], enum: supplierNames, default: [] },
    countsFrom: { type: Date, default: null },
    startedAt: date,
    startedBy: { type: { userId: text, name: text }, _id: false, required: true },
    drainingAt: { type: Date, default: null },
    halted: {
      type: new Schema<Halted>({ at: date, why: { type: String, enum: whyHalted } }, { _id: false }),
      default: null,
    },
    endedAt: { type: Date, default: null },
    isClear: { type: Boolean, required: true },
    log: {
      type: [
        new Schema<IncidentRow>(
          {
            at: date,
            by: { type: String, default: '' },
            what: { type: String, enum: incidentActs, required: true },
            detail: { type: String, default: '' },
          } satisfies FieldsOf<IncidentRow>,
          { _id: false },
        ),
      ],
      default: [],
    },
  } satisfies FieldsOf<IIncident>,
  { collection: 'incidents', strict: 'throw', versionKey: false },
)
incidentSchema.index({ isClear: 1 }, { name: 'unclear', partialFilterExpression: { isClear: false } })
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
