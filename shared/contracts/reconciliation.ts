import * as z from 'zod/mini'
import { isoDay, isoTime, shortText } from './fields.ts'
import { route } from './route.ts'

/** Disagreements between gateway, orders and top-ups, ledger and suppliers. */
export const exceptionKinds = [
  /** The gateway, or an order, knows of a payment that is not in the ledger. */
  'paid_not_booked',
  /** In the ledger, though the gateway or the order knows of no such payment. */
  'booked_not_paid',
  'amount_differs',
  /** Completed, though not every unit was bought, or its supplier reports one as returned. */
  'no_proof_of_delivery',
  /** Bought, though its order was refunded, closed, or has not ended. */
  'bought_without_end',
  'refund_without_credit',
  /** One bank reference for two payments. */
  'reference_twice',
  /** A supplier's balance changed by more or less than the purchases. */
  'balance_differs',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionStates = ['open', 'explained', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

export const DayException = z.object({
  /**
   * Its kind and subject, down to the attempt, journal entry or step: an exception is recorded
   * once, on the day it is first found.
   */
  id: z.string(),
  kind: z.enum(exceptionKinds),
  day: z.string(),
  /** An order, a top-up, a journal entry or a supplier's account; `of` says which. */
  ref: z.string(),
  of: z.enum(['order', 'topup', 'ledger', 'supplier']),
  /** What the external side reports, and what our records say. */
  external: z.string(),
  internal: z.string(),
  /** Rupees; null where it is not about an amount in rupees. */
  amount: z.nullable(z.number()),
  foundAt: isoTime(),
  state: z.enum(exceptionStates),
  closed: z.nullable(z.object({ at: isoTime(), by: z.string(), note: z.string() })),
})
export type DayException = z.output<typeof DayException>

export const ReconciledDay = z.object({
  day: z.string(),
  /** `none`: not compared yet. `running`: in progress; `asked` payments have been checked. */
  state: z.enum(['none', 'running', 'done']),
  comparedAt: z.nullable(isoTime()),
  asked: z.number(),
  /** Payments about which the gateway gave no answer: they are not compared. */
  unanswered: z.number(),
  received: z.number(),
  payments: z.number(),
  booked: z.number(),
  captures: z.number(),
  /** The total change of all wallets, and the number of journal entries. */
  wallets: z.number(),
  entries: z.number(),
  /** Units delivered for orders that ended, and how many of those orders have no proof. */
  units: z.number(),
  unproven: z.number(),
  balances: z.array(
    z.object({
      account: z.string(),
      unit: z.string(),
      /** The reported balance, or empty where there was none. */
      balance: z.string(),
      at: isoTime(),
      /** Since the previous reading; null where there is none to compare with. */
      balanceDrop: z.nullable(z.number()),
      purchasedAmount: z.nullable(z.number()),
    }),
  ),
  /** Suppliers whose order list of the day was not read completely. */
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
  summary: 'The reconciliation of a day in India, and its exceptions',
  params,
  result: ReconciledDay,
  errors: [],
  errorField: 'message',
})

export const openExceptions = route({
  method: 'GET',
  path: '/admin/reconciliation',
  auth: { permission: 'reconciliation.manage' },
  summary: 'How many exceptions are open',
  result: z.object({ open: z.number() }),
  errors: [],
  errorField: 'message',
})

export const compareDay = route({
  method: 'POST',
  path: '/admin/reconciliation/:day/compare',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Compare a finished day, or compare it again; a second request during the run changes nothing',
  params,
  result: ReconciledDay,
  errors: ['day_not_finished'],
  errorField: 'message',
})

export const resolveException = route({
  method: 'POST',
  path: '/admin/reconciliation/resolve',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Explain or resolve an exception; nothing is posted',
  body: z.strictObject({
    id: shortText(300),
    state: z.enum(['explained', 'resolved']),
    note: shortText(500),
  }),
  result: DayException,
  errors: ['not_found', 'exception_resolved'],
  errorField: 'message',
})
