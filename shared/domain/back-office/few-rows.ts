/** The index for lists of ids that a search has found. */
export const idIndexHint = '_id_'

/** Newest first, as other lists are by their index; ids are not indexed in that order. */
export const sortNewest = <Row extends { _id: string; createdAt: Date }>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one._id < other._id ? 1 : -1),
  )
