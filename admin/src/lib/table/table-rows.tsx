import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { type ComponentType, Suspense, useRef } from 'react'
import { drawnWhole, firstRows } from './drawn.ts'
import { DrawnRows, type TableRowsProps } from './drawn-rows.tsx'

const ManyRows = lazily(() => import('./many-rows.tsx'))

/** The rows of one page: drawn where they are looked at, sorted by their heads, walked through by key. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const count = props.rows.length
  const first = <DrawnRows {...props} box={box} drawn={firstRows(count)} />
  if (count <= drawnWhole) return first
  const Many = ManyRows as ComponentType<TableRowsProps<Row>>
  return (
    <Suspense fallback={first}>
      <Many {...props} />
    </Suspense>
  )
}
