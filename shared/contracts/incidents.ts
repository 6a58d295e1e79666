import * as z from 'zod/mini'
import { type SupplierName, supplierNames } from './api-types.ts'
import { isoTime, rupees } from './fields.ts'
import {
  incidentStates,
  incidentTransitions,
  maxReleaseRate,
  releaseWaits,
  stopReasons,
} from './incident-states.ts'
import { route } from './route.ts'

const Scope = z.enum([...(supplierNames as [SupplierName, ...SupplierName[]]), 'ALL', 'GATEWAY'])

/** What customers read while it is on; when there is news stands beside it. */
const Message = z.object({ en: z.string(), hi: z.string() })

/** So many orders, and what was paid for them in rupees. */
const Sum = z.object({ orders: z.number(), value: z.number() })

const LogRow = z.object({
  at: isoTime(),
  /** The admin's name; empty: by itself. */
  by: z.string(),
  event: z.enum(['started', 'message', 'releasing', 'release_rate', 'stopped', 'held', 'ended']),
  detail: z.string(),
})

const Scoped = z.object({
  id: z.string(),
  /** A supplier's account, all of them, or the gateway: then nothing is held, and no UPI payment is begun. */
  scope: Scope,
  state: z.enum(incidentStates),
  /** At most so many orders are let out in a minute. */
  perMinute: z.number(),
  startedAt: isoTime(),
  /** Nothing is let out although it is draining. */
  releaseStopped: z.nullable(z.object({ at: isoTime(), reason: z.enum(stopReasons) })),
  /** Accounts for which nothing goes out although the valve is open. */
  waits: z.array(
    z.object({
      account: z.enum(supplierNames as [SupplierName, ...SupplierName[]]),
      /** It does not answer; or something that was let out has yet to be bought there. */
      reason: z.enum(releaseWaits),
      /** Why that one has not been bought, in words for admins. */
      detail: z.string(),
      /** When it is tried again; null where that is not known. */
      until: z.nullable(isoTime()),
    }),
  ),
})

/** An open incident, as far as the strip across every screen tells of it. */
export const OpenIncident = z.extend(Scoped, { held: z.object({ orders: z.number() }) })
export type OpenIncident = z.output<typeof OpenIncident>

/** An incident: what is not bought meanwhile, what customers are told, and how far it is let out. */
export const Incident = z.extend(Scoped, {
  /** Sent back with each change of it. */
  version: z.number(),
  reason: z.string(),
  message: Message,
  nextUpdateAt: isoTime(),
  startedBy: z.string(),
  endedAt: z.nullable(isoTime()),
  log: z.array(LogRow),
  /** Paid, kept, and not sent. */
  held: z.extend(Sum, { oldestAt: z.nullable(isoTime()) }),
  /** Let out, and neither delivered nor given back yet. */
  inProgress: z.number(),
  delivered: z.number(),
  refunded: Sum,
})
export type Incident = z.output<typeof Incident>

/** An order that waits, as the list shows it. */
export const HeldOrder = z.object({
  orderid: z.string(),
  itemname: z.string(),
  imgpath: z.string(),
  customer: z.string(),
  value: rupees(),
  /** When its money came: the promise runs from then. */
  paidAt: isoTime(),
})
export type HeldOrder = z.output<typeof HeldOrder>

export const incidents = route({
  method: 'GET',
  path: '/admin/incidents',
  auth: { permission: 'suppliers.view' },
  summary: 'Incidents: the open ones with the orders that go out next, and the last ten that have ended',
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
  summary: 'The open incidents, as far as every screen tells of them',
  result: z.array(OpenIncident),
  errors: [],
  errorField: 'message',
})

const messageTyped = (name: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\r\n]*$/, `${name} must be one line.`),
      z.minLength(10, `${name} must be a sentence of at least 10 letters.`),
      z.maxLength(200),
    )

const told = {
  en: messageTyped('The English message'),
  hi: messageTyped('The Hindi message'),
  /** Minutes from now until the next news. */
  nextUpdateInMinutes: z.number().check(z.int(), z.gte(5), z.lte(24 * 60)),
}

const pace = () => z.number().check(z.int(), z.gte(1), z.lte(maxReleaseRate))

export const startIncident = route({
  method: 'POST',
  path: '/admin/incidents',
  auth: { permission: 'incidents.manage' },
  summary:
    'Start incident mode: orders for an account, or for all, are taken, paid and kept, and not sent; or no UPI payment is begun',
  body: z.strictObject({
    scope: Scope,
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(200)),
    ...told,
  }),
  result: Incident,
  errors: ['incident_open'],
  errorField: 'message',
  idempotent: true,
})

const which = () =>
  z.strictObject({ incident: z.string().check(z.regex(/^[A-Z]{3,20}:\d{1,9}$/, 'must be an incident’s id')) })
const version = () => z.number().check(z.int(), z.gte(0))

export const transitionIncident = route({
  method: 'POST',
  path: '/admin/incidents/:incident/transition',
  auth: { permission: 'incidents.manage' },
  summary:
    'Let held orders out at a pace, or at another one, halt that, or park again; `drain` takes UPI payments again at once',
  params: which(),
  body: z.strictObject({ to: z.enum(incidentTransitions), perMinute: pace(), version: version() }),
  result: Incident,
  errors: ['not_found', 'incident_changed'],
  errorField: 'message',
  idempotent: true,
})

export const updateIncidentMessage = route({
  method: 'POST',
  path: '/admin/incidents/:incident/message',
  auth: { permission: 'incidents.manage' },
  summary: 'Change what customers are told of an incident, and when there is news',
  params: which(),
  body: z.strictObject({ ...told, version: version() }),
  result: Incident,
  errors: ['not_found', 'incident_changed'],
  errorField: 'message',
  idempotent: true,
})
