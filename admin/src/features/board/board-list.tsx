import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { useAtomValue } from 'jotai'
import { type CSSProperties, type HTMLAttributes, useRef, useState } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { isTruncated, useMorePending, usePendingOrders, usePendingRows } from '../../lib/pending-orders.ts'
import { boardColumns, boardTracks } from './board-columns.tsx'
import { BoardRow } from './board-row.tsx'
import { tabLabels } from './board-tabs.ts'
import { noPendingOrders } from './board-texts.ts'
import type { RowTools } from './row-tools.ts'
import type { StableRow } from './stable-rows.ts'
import type { BoardView } from './use-board-view.ts'

type BoardListProps = RowTools & {
  rows: readonly StableRow[]
  handlers: HTMLAttributes<HTMLElement>
  /** New orders that wait, so that no row moves. */
  waiting: number
  onShowNew: () => void
}

/** The rows, of which one can be expanded. The arrow keys move between rows. */
export function BoardList({ rows, handlers, waiting, onShowNew, ...rowProps }: BoardListProps) {
  const tools = { ...rowProps, row: useStableCallbacks(rowProps.row), act: useStableCallbacks(rowProps.act) }
  return (
    <div className="board" style={{ '--tracks': boardTracks } as CSSProperties}>
      <div className="board-head xxs t3" aria-hidden="true">
        {boardColumns.map(({ key, head, quiet }) => (
          <span key={key}>{quiet ? '' : head}</span>
        ))}
      </div>
      <NewRows waiting={waiting} onShow={onShowNew} />
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

/** Announces new orders at the top of the visible part of the list, wherever it is scrolled to. */
function NewRows({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  const keysOn = useAtomValue(keysOnAtom)
  return (
    <div role="status" className="new-at">
      {waiting > 0 && (
        <button type="button" className="new" onClick={onShow}>
          <Icon name="arrow-up-right" size="sm" />
          {waiting} new above
          {keysOn && (
            <span aria-hidden="true" className="hide-t">
              <kbd>.</kbd>
            </span>
          )}
        </button>
      )}
    </div>
  )
}

/** Different sentences for an empty board and for filters without a match. */
export function EmptyBoard({ isFiltered, view }: { isFiltered: boolean; view: BoardView }) {
  if (!isFiltered) {
    return (
      <Empty spot="chai" title={noPendingOrders}>
        You’re all caught up. New orders appear here automatically.
      </Empty>
    )
  }
  const where = view.tab === 'all' ? '' : ` under ${tabLabels[view.tab]}`
  return (
    <Empty
      spot="nomatch"
      title="No orders match"
      action={<Button onClick={view.clear}>Clear filters</Button>}
    >
      {view.text
        ? `No pending order matches “${view.text}”${where}.`
        : `No pending order is${where} right now.`}
    </Empty>
  )
}

/** Loads the rest where only a part of the list is loaded. Orders that need a person come first. */
export function MoreOrders() {
  const { data } = usePendingOrders()
  const loaded = usePendingRows().length
  const { all } = usePendingCounts()
  const more = useMorePending()
  if (!isTruncated(data)) return null
  return (
    <p className="row wrap lead">
      <span className="t2 sm">
        {formatCount(loaded)}
        {all > loaded && ` of ${formatCount(all)}`} orders, those that need action first.
      </span>
      <Button size="sm" busy={more.isPending} onClick={() => more.mutate()}>
        Load more
      </Button>
    </p>
  )
}

type Functions = Record<string, unknown>

/**
 * Returns the object with functions of constant identity that call the newest ones, so that
 * memoised rows do not render again when another row changes.
 */
function useStableCallbacks<T extends object>(source: T): T {
  const latest = useRef<Functions>(source as Functions)
  latest.current = source as Functions
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.entries(source)
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => [
          name,
          (...args: unknown[]) => (latest.current[name] as (...args: unknown[]) => unknown)(...args),
        ]),
    ),
  )
  return { ...source, ...steady }
}
