import * as z from 'zod/mini'
import { type SupplierName, supplierNames } from './api-types.ts'
import { isoTime, rupees } from './fields.ts'
import { incidentScopes } from './incident-scopes.ts'
import {
  incidentStates,
  incidentTransitions,
  maxReleaseRate,
  releaseWaits,
  stopReasons,
} from './incident-states.ts'
import { route } from './route.ts'

const Scope = z.enum(incidentScopes)

/** The message for customers during the incident; the time of the next update is shown with it. */
const Message = z.object({ en: z.string(), hi: z.string() })

/** A number of orders, and their paid value in rupees. */
const Sum = z.object({ orders: z.number(), value: z.number() })

const LogRow = z.object({
  at: isoTime(),
  /** The admin's name; empty: automatic. */
  by: z.string(),
  event: z.enum(['started', 'message', 'releasing', 'release_rate', 'stopped', 'held', 'ended']),
  detail: z.string(),
})

const Scoped = z.object({
  id: z.string(),
  /**
   * A supplier account, all of them, or a payment gateway: for a gateway no order is held, and no
   * payment can be started there.
   */
  scope: Scope,
  state: z.enum(incidentStates),
  /** Maximal number of orders released per minute. */
  perMinute: z.number(),
  startedAt: isoTime(),
  /** Set while the release is stopped. */
  releaseStopped: z.nullable(z.object({ at: isoTime(), reason: z.enum(stopReasons) })),
  /** Accounts of which no order is released at present. */
  waits: z.array(
    z.object({
      account: z.enum(supplierNames as [SupplierName, ...SupplierName[]]),
      /** The account does not answer, or a released order has not been bought there yet. */
      reason: z.enum(releaseWaits),
      /** Why that order has not been bought, in words for admins. */
      detail: z.string(),
      /** When it is retried; null where that is not known. */
      until: z.nullable(isoTime()),
    }),
  ),
})

/** An open incident, as shown in the banner on every screen. */
export const OpenIncident = z.extend(Scoped, { held: z.object({ orders: z.number() }) })
export type OpenIncident = z.output<typeof OpenIncident>

/** An incident: held orders, the message for customers, and the progress of the release. */
export const Incident = z.extend(Scoped, {
  /** Sent back with each change of it. */
  version: z.number(),
  reason: z.string(),
  message: Message,
  nextUpdateAt: isoTime(),
  startedBy: z.string(),
  endedAt: z.nullable(isoTime()),
  log: z.array(LogRow),
  /** Paid and held orders. */
  held: z.extend(Sum, { oldestAt: z.nullable(isoTime()) }),
  /** Released, and neither delivered nor refunded yet. */
  inProgress: z.number(),
  delivered: z.number(),
  refunded: Sum,
})
export type Incident = z.output<typeof Incident>

/** A held order as the list shows it. */
export const HeldOrder = z.object({
  orderid: z.string(),
  itemname: z.string(),
  imgpath: z.string(),
  customer: z.string(),
  value: rupees(),
  /** When it was paid: the promised time starts then. */
  paidAt: isoTime(),
})
export type HeldOrder = z.output<typeof HeldOrder>

export const incidents = route({
  method: 'GET',
  path: '/admin/incidents',
  auth: { permission: 'suppliers.view' },
  summary:
    'Incidents: the open ones with the orders that are released next, and the last ten that have ended',
  result: z.object({
    open: z.array(z.extend(Incident, { next: z.array(HeldOrder) })),
    past: z.array(Incident),
  }),
  errors: [],
  errorField: 'message',
})

export const incidentsNow = route({
  method: 'GET',
  path: '/admin/incidents/now',
  auth: { permission: 'suppliers.view' },
  summary: 'The open incidents, for the banner on every screen',
  result: z.array(OpenIncident),
  errors: [],
  errorField: 'message',
})

const messageText = (name: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\r\n]*$/, `${name} must be one line.`),
      z.minLength(10, `${name} must be a sentence of at least 10 letters.`),
      z.maxLength(200),
    )

/** The message for customers, and when they get the next one. */
export const messageFields = {
  en: messageText('The English message'),
  hi: messageText('The Hindi message'),
  /** Minutes from now until the next update. */
  nextUpdateInMinutes: z.number().check(z.int(), z.gte(5), z.lte(24 * 60)),
}

const releaseRate = () => z.number().check(z.int(), z.gte(1), z.lte(maxReleaseRate))

export const startIncident = route({
  method: 'POST',
  path: '/admin/incidents',
  auth: { permission: 'incidents.manage' },
  summary:
    'Start an incident: orders for one account, or for all, are accepted, paid and held; for a gateway, no payment can be started there, and no UPI payment at all once every gateway is stopped',
  body: z.strictObject({
    scope: Scope,
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(200)),
    ...messageFields,
  }),
  result: Incident,
  errors: ['incident_open'],
  errorField: 'message',
  idempotent: true,
})

const incidentId = new RegExp(`^(${incidentScopes.join('|')}):\\d{1,9}$`)
const which = () =>
  z.strictObject({ incident: z.string().check(z.regex(incidentId, 'must be an incident’s id')) })
const version = () => z.number().check(z.int(), z.gte(0))

export const transitionIncident = route({
  method: 'POST',
  path: '/admin/incidents/:incident/transition',
  auth: { permission: 'incidents.manage' },
  summary:
    'Release held orders at a rate, change the rate, stop the release, or hold again; for a gateway `release` accepts payments there again at once',
  params: which(),
  body: z.strictObject({ to: z.enum(incidentTransitions), perMinute: releaseRate(), version: version() }),
  result: Incident,
  errors: ['not_found', 'incident_changed'],
  errorField: 'message',
  idempotent: true,
})

export const updateIncidentMessage = route({
  method: 'POST',
  path: '/admin/incidents/:incident/message',
  auth: { permission: 'incidents.manage' },
  summary: 'Change the customers’ message of an incident, and the time of the next update',
  params: which(),
  body: z.strictObject({ ...messageFields, version: version() }),
  result: Incident,
  errors: ['not_found', 'incident_changed'],
  errorField: 'message',
  idempotent: true,
})
