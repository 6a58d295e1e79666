import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/**
 * How a unit's result at the supplier can contradict the order's result: delivered after a refund;
 * not delivered though the order says so; delivered, or accepted, for an attempt that a newer one
 * has replaced. `account_changed`: it was bought from an account whose credentials are no longer
 * set, so its result cannot be looked up. `answer_disproved`: an admin's decision about an unclear
 * purchase is impossible by the balance or the supplier's list. `check_failed`: the order itself
 * violates an invariant, open or ended, as `supplierMessage` says.
 */
export const supplierConflictKinds = [
  'delivered_after_refund',
  'not_delivered',
  'delivered_twice',
  'older_attempt_accepted',
  'account_changed',
  'check_failed',
  'answer_disproved',
] as const

/** A conflict for a person to resolve after an order's end. */
export const SupplierConflict = z.object({
  orderid: z.string(),
  status: z.string(),
  itemname: z.string(),
  customer: z.string(),
  kind: z.enum(supplierConflictKinds),
  at: isoTime(),
  unit: z.string(),
  supplierOrderId: z.string(),
  /** Rupees at stake: the unit's share of the price. */
  amount: z.number(),
  /** The supplier's message. */
  supplierMessage: z.string(),
})
export type SupplierConflict = z.output<typeof SupplierConflict>

export const supplierConflicts = route({
  method: 'GET',
  path: '/admin/supplier-conflicts',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Orders whose result contradicts a later answer of the supplier',
  result: z.array(SupplierConflict),
  errors: [],
  errorField: 'message',
})

export const resolveSupplierConflicts = route({
  method: 'POST',
  path: '/admin/orders/:id/supplier-conflicts/resolve',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Resolve an order’s supplier conflicts, with a reason',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    /** How many the admin's screen showed: with another number the decision is rejected. */
    expectedCount: z.number().check(z.int(), z.gte(1)),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
  }),
  result: BoardOrder,
  errors: ['not_found', 'order_changed'],
  errorField: 'message',
  idempotent: true,
})
