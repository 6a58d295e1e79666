import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/**
 * How a unit's end at the supplier can contradict what an order ended with: delivered though its money was given back;
 * not delivered though the order says so; delivered, or accepted, for an attempt that another one has replaced.
 * `account_changed`: it was bought from an account whose credentials are not set any more, so nothing tells how it ended.
 * `answer_disproved`: what an admin answered about an unclear purchase is impossible by the balance or the supplier's list.
 * `check_failed`: the order itself breaks a rule that must always hold, open or ended, as `supplierMessage` says.
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

/** What a person has to look into after an order's end. */
export const SupplierConflict = z.object({
  orderid: z.string(),
  status: z.string(),
  itemname: z.string(),
  customer: z.string(),
  kind: z.enum(supplierConflictKinds),
  at: isoTime(),
  unit: z.string(),
  supplierOrderId: z.string(),
  /** Rupees at stake: the unit's part of the price. */
  amount: z.number(),
  /** What the supplier said. */
  supplierMessage: z.string(),
})
export type SupplierConflict = z.output<typeof SupplierConflict>

export const supplierConflicts = route({
  method: 'GET',
  path: '/admin/supplier-conflicts',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Orders whose end is contradicted by what the supplier said afterwards',
  result: z.array(SupplierConflict),
  errors: [],
  errorField: 'message',
})

export const resolveSupplierConflicts = route({
  method: 'POST',
  path: '/admin/orders/:id/supplier-conflicts/resolve',
  auth: { permission: 'reconciliation.manage' },
  summary: 'Say what was done about an order’s supplier conflicts',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    /** How many the admin saw: another one since then refuses the decision. */
    expectedCount: z.number().check(z.int(), z.gte(1)),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
  }),
  result: BoardOrder,
  errors: ['not_found', 'order_changed'],
  errorField: 'message',
  idempotent: true,
})
