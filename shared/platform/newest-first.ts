/**
 * The order of lists that show the latest first; the id decides between documents of one moment.
 */
export const newestFirst = { createdAt: -1, _id: -1 } as const

/** A filter for the rows after `last` in a list that is newest first; all rows for null. */
export function olderThan(last: { _id: string; createdAt: Date } | null): Record<string, unknown> {
  if (!last) return {}
  const { _id, createdAt } = last
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }] }
}
