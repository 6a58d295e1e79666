import type { Model, QueryFilter } from 'mongoose'
import { newestFirst, olderThan } from './newest-first.ts'

/**
 * Which rows: `page` counts from 1; `cursor` is the id of the last row seen, and pages are counted
 * below it.
 */
export type PageQuery = { limit?: number | undefined; page?: number | undefined; cursor?: string | undefined }

type Listed = { _id: string; createdAt: Date }

/**
 * The owner's rows and which of them; `index` begins with the owner, then `newestFirst`, then the
 * fields of `wanted`.
 */
type List<Doc> = { owner: QueryFilter<Doc>; wanted: QueryFilter<Doc>; index: string }

/**
 * Reads one page of a list, newest first. The ids come from the index, so that a late page, or one
 * that few rows match, reads no more documents than it shows. A cursor of another owner is ignored.
 */
export async function readOwnerPage<Doc extends Listed>(
  model: Model<Doc>,
  { owner, wanted, index }: List<Doc>,
  { limit = 200, page = 1, cursor }: PageQuery,
): Promise<Doc[]> {
  const last = cursor ? await model.findOne({ ...owner, _id: cursor }).lean<Doc | null>() : null
  const found = await model
    .find({ ...owner, $and: [wanted, olderThan(last)] }, { _id: 1 })
    .sort(newestFirst)
    .hint(index)
    .skip((page - 1) * limit)
    .limit(limit)
    .lean<{ _id: string }[]>()
  const ids = found.map(({ _id }) => _id)
  const rows = await model.find({ _id: { $in: ids } } as QueryFilter<Doc>).lean<Doc[]>()
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many rows there are, and how many match, from the index alone. */
export async function countRows<Doc>(
  model: Model<Doc>,
  { owner, wanted, index }: List<Doc>,
): Promise<{ matching: number; all: number }> {
  const [matching, all] = await Promise.all([
    model.countDocuments({ ...owner, $and: [wanted] }).hint(index),
    model.countDocuments(owner).hint(index),
  ])
  return { matching, all }
}

/** Matches a text that contains this one, ignoring case. */
export const likeText = (text: string) => ({ $regex: literal(text), $options: 'i' })

/**
 * Matches an id that contains the pasted or typed text: our ids are capital letters and digits,
 * shown with hyphens.
 */
export const likeId = (text: string) => ({ $regex: literal(text.replace(/[\s-]+/g, '').toUpperCase()) })

/** A pattern that matches exactly these characters. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
