import * as z from 'zod/mini'
import { isoDay, isoTime, shortText } from './fields.ts'
import { route } from './route.ts'

/** What does not agree between gateway, orders and top-ups, ledger and suppliers. */
export const exceptionKinds = [
  /** The gateway has money, or an order knows of some, that is booked nowhere. */
  'paid_not_booked',
  /** Booked, though the gateway or the order knows of no such payment. */
  'booked_not_paid',
  'amount_differs',
  /** Completed, though not every pack was purchasedAmount, or its supplier says that it gave one back. */
  'no_proof_of_delivery',
  /** Bought, though its order was given back, closed, or has not come to an end. */
  'bought_without_end',
  'refund_without_credit',
  /** One reference of a bank under two payments. */
  'reference_twice',
  /** A supplier's balance moved by more or less than what was purchasedAmount. */
  'balance_differs',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionStates = ['open', 'explained', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

export const DayException = z.object({
  /** Its kind and what it is about, down to the link, journal entry or step: the same is noted once, on whichever day it is found first. */
  id: z.string(),
  kind: z.enum(exceptionKinds),
  day: z.string(),
  /** An order, a top-up, a journal entry or a supplier's account; `of` says which. */
  ref: z.string(),
  of: z.enum(['order', 'topup', 'ledger', 'supplier']),
  /** What is said external, and what our books say. */
  external: z.string(),
  internal: z.string(),
  /** Rupees; null where it is about no sum of rupees. */
  amount: z.nullable(z.number()),
  foundAt: isoTime(),
  state: z.enum(exceptionStates),
  closed: z.nullable(z.object({ at: isoTime(), by: z.string(), note: z.string() })),
})
export type DayException = z.output<typeof DayException>

export const ReconciledDay = z.object({
  day: z.string(),
  /** `none`: not compared yet. `running`: in hand; `asked` payments have been asked about. */
  state: z.enum(['none', 'running', 'done']),
  comparedAt: z.nullable(isoTime()),
  asked: z.number(),
  /** Payments about which the gateway gave no answer: nothing is said of them. */
  unanswered: z.number(),
  received: z.number(),
  payments: z.number(),
  booked: z.number(),
  captures: z.number(),
  /** By how much all wallets together changed, and by how many journal entries money moved. */
  wallets: z.number(),
  entries: z.number(),
  /** Packs delivered for orders that ended, and how many of those orders have no proof. */
  units: z.number(),
  unproven: z.number(),
  balances: z.array(
    z.object({
      account: z.string(),
      unit: z.string(),
      /** What it said, or empty where it did not. */
      balance: z.string(),
      at: isoTime(),
      /** Since the reading before; null where there is none to compare with. */
      balanceDrop: z.nullable(z.number()),
      purchasedAmount: z.nullable(z.number()),
    }),
  ),
  /** Suppliers whose list of the day was not read, or not to its end. */
  unreadSuppliers: z.array(z.string()),
  exceptions: z.array(DayException),
  /** Open ones of all days. */
  open: z.number(),
  /** Days that have open ones, the latest first, at most 60. */
  openDays: z.array(z.string()),
})
export type ReconciledDay = z.output<typeof ReconciledDay>

const params = z.strictObject({ day: isoDay() })

export const reconciledDay = route({
  method: 'GET',
  path: '/admin/reconciliation/:day',
  auth: { permission: 'reconciliation.manage' },
  summary: 'What was compared of a day in India, and what does not agree',
  params,
  result: ReconciledDay,
  errors: [],
  errorField: 'message',
})

export const openExceptions = route({
  method: 'GET',
  path: '/admin/reconciliation',
  auth: { permission: 'reconciliation.manage' },
  summary: 'How many exceptions wait for somebody',
  result: z.object({ open: z.number() }),
  errors: [],
  errorField: 'message',
})

export const compareDay = route({
  method: 'POST',
  path: '/admin/reconciliation/:day/compare',
  auth: { permission: 'reconciliation.manage' },
  summary:
    'Compares a day that is over, once more where it has been; a second tap while it runs changes nothing',
  params,
  result: ReconciledDay,
  errors: ['day_not_finished'],
  errorField: 'message',
})

export const resolveException = route({
  method: 'POST',
  path: '/admin/reconciliation/resolve',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Says what an exception was; nothing is posted',
  body: z.strictObject({
    id: shortText(300),
    state: z.enum(['explained', 'resolved']),
    note: shortText(500),
  }),
  result: DayException,
  errors: ['not_found', 'exception_resolved'],
  errorField: 'message',
})
