import type { QueryFilter } from 'mongoose'
import { type AuditRow, auditActions, type SealedRow, viewActions } from '../../contracts/audit.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import {
  countPaginatedList,
  type PaginatedList,
  readPage,
  type SliceQuery,
} from '../../platform/paginated-list.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { readPersonKeys } from './person-keys.ts'
import { sealsOf } from './seal-audit.ts'
import type { IAuditSeal } from './seal-model.ts'
import { type OpenRow, openRow, type RowKeys, rowKeysOf } from './sealed-texts.ts'

const latestFirst = { at: -1, _id: -1 } as const

/** Time limit of the query. */
const maxQueryMs = 10_000

/** The actions on a target, latest first: all, or one kind only. */
export async function listAudit(
  target: string,
  { action, limit = 200 }: ListOptions = {},
): Promise<AuditRow[]> {
  const rows = await AuditModel.find({ target, ...(action ? { action } : {}) })
    .sort(latestFirst)
    .limit(limit)
    .maxTimeMS(maxQueryMs)
    .lean<IAuditRow[]>()
  return (await openRows(rows)).map(rowView)
}

/** Rows with their texts readable, as far as the keys of the persons are there. */
export async function openRows(rows: readonly IAuditRow[]): Promise<OpenRow[]> {
  const keys = await rowKeys(rows)
  return rows.map((row) => openRow(row, keys.get(row._id) ?? []))
}

/** The keys of some rows' texts, by row id, in one read. */
export async function rowKeys(rows: readonly IAuditRow[]): Promise<ReadonlyMap<string, RowKeys>> {
  const keys = await readPersonKeys(rows.flatMap(({ sealed = [] }) => sealed.map(({ userId }) => userId)))
  return new Map(rows.map((row) => [row._id, rowKeysOf(row, keys)]))
}

type ListOptions = { action?: IAuditRow['action']; limit?: number }

/** Filters. `from` is inclusive, `to` exclusive; `targets` are complete target strings. */
export type AuditQuery = {
  by?: string | undefined
  action?: IAuditRow['action'] | undefined
  targets?: readonly string[] | undefined
  requestId?: string | undefined
  /** Without views of records, unless `action` is one. */
  isWithoutViews?: boolean | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export type AuditPage = {
  rows: SealedRow[]
  count: number
  hasMore: boolean
  next: string | null
  previous: string | null
}

/** Without `customers.view`, shows that a customer was changed but not what. */
export function redactPage(reader: StaffMember, page: AuditPage): AuditPage {
  if (isAllowed(reader, 'customers.view')) return page
  const redact = (row: SealedRow): SealedRow =>
    row.target.startsWith('user:') ? { ...row, before: {}, after: {}, reason: '' } : row
  return { ...page, rows: page.rows.map(redact) }
}

/** A page of the audit log with the seals of its rows, latest first. */
export async function pageOfAudit({
  limit,
  page,
  cursor,
  before,
  ...query
}: AuditQuery & SliceQuery): Promise<AuditPage> {
  const list = auditList(query)
  const [{ rows, ...edges }, counted] = await Promise.all([
    readPage(AuditModel, list, { limit, page, cursor, before }),
    countPaginatedList(AuditModel, list),
  ])
  const [seals, open] = await Promise.all([sealsOf(rows), openRows(rows)])
  return { rows: open.map((row) => sealedView(row, seals.get(row._id))), ...edges, ...counted }
}

/**
 * The requested rows, by the index that begins with the most selective filter. Its further keys cover the other
 * filters, so that only shown rows are read; the rows of one request are few enough to scan.
 */
export const auditList = (query: AuditQuery): PaginatedList<IAuditRow, 'at'> => ({
  filter: filterOf(query),
  order: { by: 'at', direction: -1 },
  index: indexFor(query),
})

const isView = (action: IAuditRow['action']) => viewActions.some((view) => view === action)

/** An index on the action finds these without reading a view; `$nin` would read every one. */
const otherThanViews = auditActions.filter((action) => !isView(action))

function filterOf(query: AuditQuery): QueryFilter<IAuditRow> {
  const { by, action, targets, requestId, isWithoutViews, from, to } = query
  const at = { ...(from && { $gte: from }), ...(to && { $lt: to }) }
  return {
    ...(by && { 'by.userId': by }),
    ...(action ? { action } : isWithoutViews && { action: { $in: otherThanViews } }),
    ...(targets && { target: { $in: [...targets] } }),
    ...(requestId && { requestId }),
    ...((from || to) && { at }),
  }
}

function indexFor({ by, action, targets, requestId, isWithoutViews }: AuditQuery): string {
  if (requestId) return 'request_latest'
  if (targets) return 'target_list'
  if (by) return 'actor_list'
  return action || isWithoutViews ? 'action_latest' : 'latest'
}

/** Whether a request has this id. */
export const isRequestId = async (text: string): Promise<boolean> =>
  (await AuditModel.exists({ requestId: text })) !== null

const targetKinds = ['user', 'product', 'item', 'prices', 'supplier', 'image', 'view', 'table', 'exception']

/** The targets that a pasted id can mean, as its kind is unknown. */
export function targetsOf(text: string): string[] {
  if (text.includes(':')) return [text]
  const ours = text.replaceAll('-', '').toUpperCase()
  return [`order:${ours}`, `topup:${ours}`, ...targetKinds.map((kind) => `${kind}:${text}`)]
}

const sealedView = (row: OpenRow, seal: IAuditSeal | undefined): SealedRow => ({
  ...rowView(row),
  n: seal?._id ?? 0,
  hash: seal?.hash ?? '',
})

const rowView = ({
  _id,
  at,
  by,
  action,
  target,
  before,
  after,
  reason,
  from,
  requestId,
}: OpenRow): AuditRow => ({
  id: _id,
  at: at.toISOString(),
  action,
  target,
  before,
  after,
  reason,
  from,
  by: by.name,
  actorId: by.userId,
  requestId: requestId ?? '',
})
