/** A cell of a grid as it is laid out: its upper edge in px, and whether it can be chosen. */
export type GridCell = { top: number; open: boolean }

/**
 * Where an arrow that points up or down leads from a cell of a grid: to the nearest that can be chosen in the same
 * column, or nowhere when there is none. Undefined where the cells stand in one line or one column: there it means the one
 * before or after.
 */
export function cellAbove(
  cells: readonly GridCell[],
  from: number,
  key: 'ArrowUp' | 'ArrowDown',
): number | undefined {
  const columns = cells.findIndex(({ top }) => top > (cells[0]?.top ?? 0))
  if (columns <= 1) return undefined
  const step = key === 'ArrowUp' ? -columns : columns
  for (let to = from + step; to >= 0 && to < cells.length; to += step) {
    if (cells[to]?.open) return to
  }
  return from
}
