/** The rendered rows of a page, and the space in px of those above and below. */
export type VirtualRange = {
  from: number
  to: number
  before: number
  after: number
  showRow: (index: number) => void
}

/** Height of a row in a dense table, in px. */
export const rowHeight = 44

/** Pages with more rows are virtualised. */
export const renderAllBelow = 100

/** All rows of a short page, and the first of a long one. */
export function firstRows(rows: number): VirtualRange {
  const to = Math.min(rows, renderAllBelow)
  return { from: 0, to, before: 0, after: (rows - to) * rowHeight, showRow: () => undefined }
}
