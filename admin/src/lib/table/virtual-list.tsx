import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { firstRows, rowHeight, type TableRowsProps, type VirtualRange, VirtualRows } from './virtual-rows.tsx'

/**
 * The rows of a long page, rendered near the viewport only; the virtualiser loads with the first
 * long page.
 */
export default function VirtualList<Row>(props: TableRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  return <VirtualRows {...props} box={box} drawn={useVirtualRange(box, props.rows.length)} />
}

function useVirtualRange(table: RefObject<HTMLElement | null>, rows: number): VirtualRange {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (table.current) setTop(table.current.getBoundingClientRect().top + window.scrollY)
  })
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items.at(0), items.at(-1)]
  if (!first || !last) return firstRows(rows)
  return {
    from: first.index,
    to: last.index + 1,
    before: first.start - top,
    after: virtual.getTotalSize() - (last.end - top),
    showRow: (index: number) => virtual.scrollToIndex(index),
  }
}
