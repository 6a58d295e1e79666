import * as z from 'zod/mini'
import { idText, isoTime } from './fields.ts'
import { csvLines, dayRange, pageCursors, paginatedListQuery, searchText } from './list-queries.ts'
import { route } from './route.ts'
import { staffActionKinds } from './staff-actions.ts'

/** What people with power do, and looks at what was delivered to be read, that is written down. */
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
  ...staffActionKinds.map((kind) => `order.${kind}` as const),
] as const

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** One row of the log: `before` and `after` have what changed and nothing else. */
export const AuditRow = z.object({
  id: z.string(),
  at: isoTime(),
  /** The admin's name, and `_id`. */
  by: z.string(),
  actorId: z.string(),
  action: z.enum(auditActions),
  /** What it was done to: `user:` and its `_id`, `order:` or `topup:` and its id, or another kind and a name. */
  target: z.string(),
  before: Facts,
  after: Facts,
  reason: z.string(),
  /** The address that it was done from. */
  from: z.string(),
  /** Of the request that did it; empty where there was none. */
  requestId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

export const auditBreaks = [
  ...(['row_changed', 'row_gone', 'row_added'] as const),
  ...(['link_changed', 'link_gone', 'end_cut'] as const),
] as const

/** Why the chain does not hold at a link; `row_added`: a row lies in the log that no link knows, and `n` is 0. */
export const AuditBreak = z.object({ n: z.number(), reason: z.enum(auditBreaks) })
export type AuditBreak = z.output<typeof AuditBreak>

/** A row with its link; both are empty for the second or so until it is sealed. */
const SealedRow = z.extend(AuditRow, { n: z.number(), hash: z.string() })
export type SealedRow = z.output<typeof SealedRow>

/** A place in the log. A look's id has what was looked at, so that it may be longer than others and has `:` in it. */
const auditCursor = () =>
  z.optional(
    z.string().check(z.regex(/^-?\d{1,15}\.[A-Za-z0-9_:.-]{1,150}$/, 'must be a cursor of this list')),
  )

const filters = {
  /** The admin's `_id`. */
  by: z.optional(idText()),
  action: z.optional(z.enum(auditActions)),
  /** `user:…`, `order:…`, or an order's or user's id alone. */
  target: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  requestId: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  ...dayRange,
  /** A request's id, or what names an order, a customer or another thing: filters are set aside for what it finds. */
  q: searchText(),
}

export const auditRows = route({
  method: 'GET',
  path: '/admin/audit',
  auth: { permission: 'audit.view' },
  summary: 'A page of the audit log, latest first: by number or cursor',
  query: z.strictObject({
    ...paginatedListQuery,
    cursor: auditCursor(),
    before: auditCursor(),
    ...filters,
  }),
  result: z.object({
    rows: z.array(SealedRow),
    /** How many there are; with `hasMore` more than that. */
    count: z.number(),
    hasMore: z.boolean(),
    ...pageCursors,
  }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

export const auditCsv = route({
  method: 'GET',
  path: '/admin/audit/csv',
  auth: { permission: ['audit.view', 'exports.create'] },
  summary: 'The audit log that a view shows with its links, as CSV; it is noted who took it',
  query: z.strictObject(filters),
  result: csvLines(),
  errors: [],
  errorField: 'message',
  noStore: true,
  csv: 'audit-log.csv',
})

const AuditChain = z.object({
  /** Links there are, which is the place of the last one. */
  entries: z.number(),
  /** Of the last link: what an anchor written down elsewhere must agree with. */
  hash: z.string(),
  /** Rows that are not sealed yet. */
  waiting: z.number(),
  checkedAt: z.nullable(isoTime()),
  isChecking: z.boolean(),
  /** Whether no check has come to its end for hours. */
  isLate: z.boolean(),
  /** Whether the last check held the end against what is known outside the database. */
  anchored: z.boolean(),
  broken: z.nullable(AuditBreak),
})
export type AuditChain = z.output<typeof AuditChain>

export const auditChainStatus = route({
  method: 'GET',
  path: '/admin/audit/chain',
  auth: { permission: 'audit.view' },
  summary: 'Whether the audit log holds, and since when that is known',
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
