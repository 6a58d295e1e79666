import * as z from 'zod/mini'
import { adminTables } from './admin-tables.ts'
import { csvOf } from './csv-route.ts'
import { idText, isoTime } from './fields.ts'
import { dayRange, pageCursors, paginatedListQuery, searchText } from './list-queries.ts'
import { route } from './route.ts'
import { staffActionKinds } from './staff-actions.ts'

/** Recorded actions of staff, and reveals of delivered secrets. */
export const auditActions = [
  'user.update',
  'user.create',
  'sessions.revoke',
  'balance.adjust',
  'balance.request',
  'balance.approve',
  'balance.reject',
  'balance.withdraw',
  'staff_role.request',
  'staff_role.approve',
  'staff_role.reject',
  'staff_role.withdraw',
  'owner.request',
  'owner.approve',
  'owner.reject',
  'owner.withdraw',
  'invitation.send',
  'invitation.resend',
  'invitation.revoke',
  'invitation.accept',
  'refund.reject',
  'refund.withdraw',
  'second_factor.enable',
  'second_factor.disable',
  'second_factor.renew',
  'second_factor.reset',
  'secret.reveal',
  'order.view',
  'order.note',
  'task.requeue',
  'customer.view',
  'user.note',
  'password_reset.send',
  'product.create',
  'product.update',
  'product.delete',
  'item.create',
  'item.update',
  'item.delete',
  'price_change.floors',
  'price_change.schedule',
  'price_change.cancel',
  'price_change.roll_back',
  'price_change.decide',
  'item.override_pause',
  'supplier.update',
  'supplier.product_cost',
  'incident.start',
  'incident.update',
  'image.upload',
  'image.delete',
  'discrepancy.credit',
  'discrepancy.dismiss',
  'export',
  'view.share',
  'view.rename',
  'view.remove',
  'exception.explain',
  'exception.resolve',
  'restoration.open',
  'secret.rotate',
  'erasure.request',
  'erasure.confirm',
  'erasure.approve',
  'erasure.reject',
  'erasure.withdraw',
  'erasure.start',
  'erasure.stop',
  'erasure.complete',
  ...staffActionKinds.map((kind) => `order.${kind}` as const),
] as const

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** Actions that changed nothing: an admin opened a record. */
export const viewActions = [
  'order.view',
  'customer.view',
] as const satisfies readonly (typeof auditActions)[number][]

/** One row of the log: `before` and `after` contain only what changed. */
export const AuditRow = z.object({
  id: z.string(),
  at: isoTime(),
  /** The actor's name, and `_id`. */
  by: z.string(),
  actorId: z.string(),
  action: z.enum(auditActions),
  /**
   * What it was done to: `user:` and its `_id`, `order:` or `topup:` and its id, or another kind
   * and a name.
   */
  target: z.string(),
  before: Facts,
  after: Facts,
  reason: z.string(),
  /** The IP address of the actor. */
  from: z.string(),
  /** The request that did it; empty where there was none. */
  requestId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

export const auditBreaks = [
  'row_changed',
  'row_gone',
  'row_added',
  'link_changed',
  'link_gone',
  'end_cut',
] as const

/**
 * Why the chain is broken at an entry; `row_added`: a row is in the log without an entry, and `n`
 * is 0.
 */
export const AuditBreak = z.object({ n: z.number(), reason: z.enum(auditBreaks) })
export type AuditBreak = z.output<typeof AuditBreak>

/** A row with its chain entry; both fields are empty for about a second until it is sealed. */
const SealedRow = z.extend(AuditRow, {
  n: z.number(),
  hash: z.string(),
  /** The name of the person it was done to; absent for other targets, and for callers who may not see customers. */
  targetName: z.optional(z.string()),
})
export type SealedRow = z.output<typeof SealedRow>

const filters = {
  /** The admin's `_id`. */
  by: z.optional(idText()),
  action: z.optional(z.enum(auditActions)),
  /** `user:…`, `order:…`, or just an order's or user's id. */
  target: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  requestId: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** Leaves out views of records, unless `action` is one. */
  views: z.optional(z.enum(['hidden', 'shown'])),
  ...dayRange,
  /**
   * A request's id, or the name of an order, a customer or another target: other filters are
   * ignored for its matches.
   */
  q: searchText(),
}

export const auditRows = route({
  method: 'GET',
  path: '/admin/audit',
  auth: { permission: adminTables.audit.permission },
  summary: 'A page of the audit log, latest first: by number or cursor',
  query: z.strictObject({
    // The id of a view record contains its target.
    ...paginatedListQuery(/^-?\d{1,15}\.[A-Za-z0-9_:.-]{1,150}$/),
    ...filters,
  }),
  result: z.object({
    rows: z.array(SealedRow),
    /** How many rows there are; with `hasMore` there are more. */
    count: z.number(),
    hasMore: z.boolean(),
    ...pageCursors,
  }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

export const auditCsv = csvOf(auditRows, {
  summary: 'The audit log of a view with its chain, as CSV; the export is recorded in the audit log',
  query: z.strictObject(filters),
  file: 'audit-log.csv',
})

const AuditChain = z.object({
  /** The number of chain entries, which is the number of the last one. */
  entries: z.number(),
  /** The hash of the last entry: must match an anchor stored elsewhere. */
  hash: z.string(),
  /** Rows that are not sealed yet. */
  waiting: z.number(),
  checkedAt: z.nullable(isoTime()),
  isChecking: z.boolean(),
  /** Whether no check has finished for hours. */
  isLate: z.boolean(),
  /**
   * Whether the last check compared the end of the chain with what is stored outside the database.
   */
  anchored: z.boolean(),
  broken: z.nullable(AuditBreak),
})
export type AuditChain = z.output<typeof AuditChain>

export const auditChainStatus = route({
  method: 'GET',
  path: '/admin/audit/chain',
  auth: { permission: 'audit.view' },
  summary: 'Whether the audit chain is intact, and when it was last checked',
  result: AuditChain,
  errors: [],
  errorField: 'message',
})

export const verifyAuditChain = route({
  method: 'POST',
  path: '/admin/audit/verify',
  auth: { permission: 'audit.view' },
  summary: 'Verify the whole chain now; GET /admin/audit/chain has the result',
  body: z.strictObject({}),
  result: AuditChain,
  errors: [],
  errorField: 'message',
})
