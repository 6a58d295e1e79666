import type { QueryFilter } from 'mongoose'
import type { AuditRow, SealedRow } from '../../contracts/audit.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import {
  countPaginatedList,
  type PaginatedList,
  readPage,
  type SliceQuery,
} from '../../platform/paginated-list.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { AuditSealModel, type IAuditSeal } from './seal-model.ts'

const latestFirst = { at: -1, _id: -1 } as const

/** Nobody waits longer for it. */
const longestMs = 10_000

/** What was done to somebody or something, the latest first: all of it, or one kind alone. */
export async function listAudit(target: string, { action, most = 200 }: Listing = {}): Promise<AuditRow[]> {
  const rows = await AuditModel.find({ target, ...(action ? { action } : {}) })
    .sort(latestFirst)
    .limit(most)
    .maxTimeMS(longestMs)
    .lean<IAuditRow[]>()
  return rows.map(viewOf)
}

type Listing = { action?: IAuditRow['action']; most?: number }

/** Which rows. `from` and `to` are moments, the second not in the range; `targets` as they are written. */
export type AuditQuery = {
  by?: string | undefined
  action?: IAuditRow['action'] | undefined
  targets?: readonly string[] | undefined
  requestId?: string | undefined
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

/** Without `customers.view`: that a customer was changed, and not what. */
export function cutPage(reader: StaffMember, page: AuditPage): AuditPage {
  if (isAllowed(reader, 'customers.view')) return page
  const cut = (row: SealedRow): SealedRow =>
    row.target.startsWith('user:') ? { ...row, before: {}, after: {}, reason: '' } : row
  return { ...page, rows: page.rows.map(cut) }
}

/** A page of the log with the links of its rows, the latest first. */
export async function pageOfAudit({
  limit,
  page,
  cursor,
  before,
  ...asked
}: AuditQuery & SliceQuery): Promise<AuditPage> {
  const list = auditList(asked)
  const [{ rows, ...edges }, counted] = await Promise.all([
    readPage(AuditModel, list, { limit, page, cursor, before }),
    countPaginatedList(AuditModel, list),
  ])
  const seals = await sealsOf(rows)
  return { rows: rows.map((row) => sealedView(row, seals.get(row._id))), ...edges, ...counted }
}

/**
 * The rows that are asked for, in the order of the index that begins with the narrowest filter. The others are told by
 * its further keys, so that no row is read that is not shown; only those of one request are few enough to look through.
 */
export const auditList = (asked: AuditQuery): PaginatedList<IAuditRow, 'at'> => ({
  filter: filterOf(asked),
  order: { by: 'at', direction: -1 },
  index: indexFor(asked),
})

function filterOf({ by, action, targets, requestId, from, to }: AuditQuery): QueryFilter<IAuditRow> {
  const at = { ...(from && { $gte: from }), ...(to && { $lt: to }) }
  return {
    ...(by && { 'by.userId': by }),
    ...(action && { action }),
    ...(targets && { target: { $in: [...targets] } }),
    ...(requestId && { requestId }),
    ...((from || to) && { at }),
  }
}

function indexFor({ by, action, targets, requestId }: AuditQuery): string {
  if (requestId) return 'request_latest'
  if (targets) return 'target_list'
  if (by) return 'actor_list'
  return action ? 'action_latest' : 'latest'
}

/** Whether some request is called so. */
export const isRequestId = async (text: string): Promise<boolean> =>
  (await AuditModel.exists({ requestId: text })) !== null

const namedKinds = ['user', 'product', 'item', 'prices', 'supplier', 'image', 'view', 'table', 'exception']

/** Whoever pastes an id does not say what it is of. */
export function targetsOf(text: string): string[] {
  if (text.includes(':')) return [text]
  const ours = text.replaceAll('-', '').toUpperCase()
  return [`order:${ours}`, `topup:${ours}`, ...namedKinds.map((kind) => `${kind}:${text}`)]
}

/** The links of these rows, by the row's id. */
export async function sealsOf(rows: readonly IAuditRow[]): Promise<Map<string, IAuditSeal>> {
  const rowId = { $in: rows.map(({ _id }) => _id) }
  const seals = await AuditSealModel.find({ rowId }).lean<IAuditSeal[]>()
  return new Map(seals.map((seal) => [seal.rowId, seal]))
}

const sealedView = (row: IAuditRow, seal: IAuditSeal | undefined): SealedRow => ({
  ...viewOf(row),
  ...{ n: seal?._id ?? 0, hash: seal?.hash ?? '' },
})

const viewOf = ({
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
}: IAuditRow): AuditRow => ({
  ...{ id: _id, at: at.toISOString(), action, target, before, after, reason, from },
  by: by.name,
  actorId: by.userId,
  requestId: requestId ?? '',
})
