/** The index of a list that is a few ids: a search found just these. */
export const idIndexHint = '_id_'

/** The newest first, as longer lists are in their index; no index has a few ids in that order. */
export const sortNewest = <Row extends { _id: string; createdAt: Date }>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one._id < other._id ? 1 : -1),
  )
