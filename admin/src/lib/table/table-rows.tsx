import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { type ComponentType, Suspense, useRef } from 'react'
import { renderAllBelow, firstRows } from './virtual-range.ts'
import { VirtualRows, type TableRowsProps } from './virtual-rows.tsx'

const VirtualList = lazyComponent(() => import('./virtual-list.tsx'))

/** The rows of one page: drawn where they are looked at, sorted by their heads, walked through by key. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const count = props.rows.length
  const first = <VirtualRows {...props} box={box} drawn={firstRows(count)} />
  if (count <= renderAllBelow) return first
  const Many = VirtualList as ComponentType<TableRowsProps<Row>>
  return (
    <Suspense fallback={first}>
      <Many {...props} />
    </Suspense>
  )
}
