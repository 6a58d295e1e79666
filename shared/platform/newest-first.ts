/** The order of lists that show the latest first; the id decides between things of one moment. */
export const newestFirst = { createdAt: -1, _id: -1 } as const

/** What stands below `last` in a list that is newest first by `field`; everything when nothing was seen yet. */
export function belowBy<Field extends string>(
  field: Field,
  last: ({ _id: string } & Record<Field, Date>) | null,
): Record<string, unknown> {
  if (!last) return {}
  const { _id, [field]: at } = last
  return { [field]: { $lte: at }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: _id } }] }
}

export const below = (last: { _id: string; createdAt: Date } | null) => belowBy('createdAt', last)
