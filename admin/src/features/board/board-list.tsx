import type { CSSProperties, HTMLAttributes } from 'react'
import { boardColumns, boardTracks } from './board-columns.tsx'
import { BoardRow } from './board-row.tsx'
import type { RowTools } from './row-tools.ts'
import type { StableRow } from './stable-rows.ts'
import { useStableCallbacks } from './use-steady-functions.ts'

type BoardListProps = RowTools & { rows: readonly StableRow[]; handlers: HTMLAttributes<HTMLElement> }

/** The rows; one is open, and the arrow keys walk from row to row. */
export function BoardList({ rows, handlers, ...given }: BoardListProps) {
  const tools = { ...given, row: useStableCallbacks(given.row), act: useStableCallbacks(given.act) }
  return (
    <div className="board" style={{ '--tracks': boardTracks } as CSSProperties}>
      <div className="board-head xxs t3" aria-hidden="true">
        {boardColumns.map(({ key, head, quiet }) => (
          <span key={key}>{quiet ? '' : head}</span>
        ))}
      </div>
      <ol
        ref={tools.row.list}
        aria-label="Pending orders"
        {...handlers}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
          const onRow = event.target instanceof HTMLElement && event.target.dataset.order !== undefined
          if (by === undefined || !onRow) return
          event.preventDefault()
          tools.row.step(by)
        }}
      >
        {rows.map(({ order, left }, at) => (
          <BoardRow key={order.orderid} order={order} left={left} at={at} {...tools} />
        ))}
      </ol>
    </div>
  )
}
