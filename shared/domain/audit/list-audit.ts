import type { QueryFilter } from 'mongoose'
import type { AuditRow, SealedRow } from '../../contracts/audit.ts'
import { AppError } from '../../platform/app-error.ts'
import { belowBy } from '../../platform/newest-first.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { AuditSealModel, type IAuditSeal } from './seal-model.ts'

const latestFirst = { at: -1, _id: -1 } as const

/** Nobody waits longer for a page, and two filters that fit few rows together must not keep the database busy. */
const longestMs = 10_000

/** What was done to somebody or something, the latest first: all of it, or one kind alone. */
export async function listAudit(target: string, { act, most = 200 }: Listing = {}): Promise<AuditRow[]> {
  const rows = await AuditModel.find({ target, ...(act ? { act } : {}) })
    .sort(latestFirst)
    .limit(most)
    .maxTimeMS(longestMs)
    .lean<IAuditRow[]>()
  return rows.map(viewOf)
}

type Listing = { act?: IAuditRow['act']; most?: number }

/** Which rows. `from` and `to` are moments, the second not in the range; `cursor` is the id of the last row seen. */
export type AuditAsked = {
  by?: string | undefined
  act?: IAuditRow['act'] | undefined
  target?: string | undefined
  requestId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * A page of the log with the links of its rows, the latest first; each filter has an index that begins with it.
 * @throws AppError `not_found` for a cursor that is no row
 */
export async function pageOfAudit({
  limit = 50,
  cursor,
  ...asked
}: AuditAsked): Promise<{ rows: SealedRow[]; next: string }> {
  const last = cursor ? await AuditModel.findById(cursor).lean<IAuditRow | null>() : null
  if (cursor && !last) throw new AppError('not_found', { field: 'cursor' })
  const found = await AuditModel.find({ $and: [wanted(asked), belowBy('at', last)] })
    .sort(latestFirst)
    .limit(limit + 1)
    .maxTimeMS(longestMs)
    .lean<IAuditRow[]>()
  const page = found.slice(0, limit)
  const seals = await sealsOf(page)
  return {
    rows: page.map((row) => sealedView(row, seals.get(row._id))),
    next: found.length > limit ? (page.at(-1)?._id ?? '') : '',
  }
}

function wanted({ by, act, target, requestId, from, to }: AuditAsked): QueryFilter<IAuditRow> {
  return {
    ...(by ? { 'by.userId': by } : {}),
    ...(act ? { act } : {}),
    ...(target ? { target: { $in: targetsOf(target) } } : {}),
    ...(requestId ? { requestId } : {}),
    ...(from || to ? { at: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } } : {}),
  }
}

/** Whoever pastes an id does not say what it is of. */
const targetsOf = (text: string): string[] =>
  text.includes(':')
    ? [text]
    : [`user:${text}`, `order:${text.replaceAll('-', '')}`, `topup:${text.replaceAll('-', '')}`]

async function sealsOf(rows: readonly IAuditRow[]): Promise<Map<string, IAuditSeal>> {
  const rowId = { $in: rows.map(({ _id }) => _id) }
  const seals = await AuditSealModel.find({ rowId }).lean<IAuditSeal[]>()
  return new Map(seals.map((seal) => [seal.rowId, seal]))
}

const sealedView = (row: IAuditRow, seal: IAuditSeal | undefined): SealedRow => ({
  ...viewOf(row),
  ...{ n: seal?._id ?? 0, hash: seal?.hash ?? '' },
})

const viewOf = ({ _id, at, by, act, target, before, after, why, from, requestId }: IAuditRow): AuditRow => ({
  ...{ id: _id, at: at.toISOString(), act, target, before, after, why, from },
  by: by.name,
  byId: by.userId,
  requestId: requestId ?? '',
})
