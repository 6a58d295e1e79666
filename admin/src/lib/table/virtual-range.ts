/** Which rows of a page are drawn, and the room in px that the others take above and below. */
export type VirtualRange = {
  from: number
  to: number
  before: number
  after: number
  showRow: (index: number) => void
}

/** A row of a dense table, in px. */
export const rowHeight = 44

/** More rows than these are drawn only where they are looked at. */
export const renderAllBelow = 100

/** All of a few rows, and the first of many. */
export function firstRows(rows: number): VirtualRange {
  const to = Math.min(rows, renderAllBelow)
  return { from: 0, to, before: 0, after: (rows - to) * rowHeight, showRow: () => undefined }
}
