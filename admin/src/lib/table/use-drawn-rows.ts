import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** A row of a dense table, in px. */
const rowHeight = 45

/** More rows than these are drawn only where they are looked at. */
const drawnWhole = 100

/** Which rows are drawn, and the room that the others take above and below. */
export function useDrawnRows(table: RefObject<HTMLElement | null>, rows: number) {
  const [top, setTop] = useState(0)
  const isWhole = rows <= drawnWhole
  useLayoutEffect(() => {
    if (table.current) setTop(table.current.getBoundingClientRect().top + window.scrollY)
  })
  const virtual = useWindowVirtualizer({
    count: isWhole ? 0 : rows,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items.at(0), items.at(-1)]
  if (isWhole || !first || !last) {
    const some = isWhole ? rows : Math.min(rows, drawnWhole)
    return { from: 0, to: some, before: 0, after: (rows - some) * rowHeight, showRow: () => undefined }
  }
  return {
    from: first.index,
    to: last.index + 1,
    before: first.start - top,
    after: virtual.getTotalSize() - (last.end - top),
    showRow: (index: number) => virtual.scrollToIndex(index),
  }
}
