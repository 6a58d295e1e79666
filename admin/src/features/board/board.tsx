import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense, useRef, useState } from 'react'
import { usePermission } from '../../lib/may.ts'
import { useMe } from '../../lib/me.ts'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { lastPendingCompletion } from './assignment.ts'
import { KeysBar } from './board-controls.tsx'
import { BoardFilters } from './board-filters.tsx'
import { BoardList, EmptyBoard, MoreOrders } from './board-list.tsx'
import { isInTab, matchesSearch } from './board-tabs.ts'
import { nameOf } from './board-texts.ts'
import type { MoveTo } from './offered-moves.ts'
import { useIsInteracting, useStableRows } from './stable-rows.ts'
import { useAssignmentRenewal, useAssignOnOpen, useReassignedNotice } from './use-assignment.ts'
import { useBoardActions } from './use-board-actions.ts'
import { useBoardKeyboard } from './use-board-keyboard.ts'
import { useBoardMoves, useUndo } from './use-board-moves.ts'
import { useBoardPresence } from './use-board-people.ts'
import { useBoardView } from './use-board-view.ts'
import { useExpandedRow } from './use-expanded-row.ts'
import { useSelection } from './use-selection.ts'
import { useTakeNext } from './use-take-next.ts'

/** Wanted a moment after a Completed: it comes right after the board. */
const UndoBar = lazyComponent(() => import('./undo-bar.tsx'))
UndoBar.preload().catch(() => undefined)
const UnclearCards = lazyComponent(() => import('./unclear/unclear-card.tsx'))
const BulkBar = lazyComponent(() => import('./bulk-bar.tsx'))
const BulkDialog = lazyComponent(() => import('./bulk-dialog.tsx'))

/** The board's rows with everything that is done to them. */
export function Board({ onHelp }: { onHelp: () => void }) {
  const { store } = useServices()
  const me = useMe()
  const mayMove = usePermission()('orders.decide')
  const nowMs = useNow(5000)
  const all = usePendingRows()
  const view = useBoardView()
  const moves = useBoardMoves()
  const { isInteracting, hovered, actingId, handlers } = useIsInteracting()
  const search = useRef<HTMLInputElement>(null)
  const [bulk, setBulk] = useState<MoveTo>()
  const found = all.filter((order) => matchesSearch(order, view.text))
  const current = found.filter((order) => isInTab(view.tab, order, { me, nowMs }))
  const steady = useStableRows({
    current,
    isInteracting,
    ownMoves: hovered ? moves.ownMoves : new Set([...moves.ownMoves, ...moves.closed]),
    list: `${view.tab} ${view.text}`,
    mustShow: view.openId,
  })
  const selection = useSelection(all)
  const row = useExpandedRow({ rows: steady.rows, view })
  const people = useBoardPresence(row.openId, nowMs)
  useAssignmentRenewal(row.order, moves.renew)
  useReassignedNotice(moves.note, (text) => pushToast(store, { kind: 'warn', text }))

  const undo = lastPendingCompletion(all, me)
  const act = useUndo(useBoardActions(moves, row), undo)
  const next = useTakeNext((order) => {
    const isShown = matchesSearch(order, view.text) && isInTab(view.tab, order, { me, nowMs })
    view.show(order.orderid, { alone: !isShown })
  })
  useAssignOnOpen(row.order, moves.assign)
  useBoardKeyboard({
    row,
    act,
    onUndo: () => void act.undo(),
    onTakeNext: () => void next.take(),
    say: (order, text) => pushToast(store, { kind: 'info', title: `${nameOf(order)}.`, text }),
    onHelp,
    onSelect: selection.toggle,
    onSearch: () => search.current?.focus(),
  })

  return (
    <>
      <BoardFilters
        {...{ view, found, nowMs, search, people, next }}
        waiting={steady.waiting}
        onLetIn={steady.completeSignIn}
        onEnter={row.first}
      />
      {all.some(({ unitList }) => unitList.some(({ state }) => state === 'unknown')) && (
        <Optional>
          <UnclearCards />
        </Optional>
      )}
      {steady.rows.length === 0 ? (
        <EmptyBoard isFiltered={all.length > 0} view={view} />
      ) : (
        <BoardList {...{ rows: steady.rows, row, act, selection, handlers, nowMs, actingId, people }} />
      )}
      <MoreOrders />
      {(mayMove && selection.orders.length > 0) || undo ? (
        <div className="float">
          {undo && (
            <Optional>
              <UndoBar order={undo} onUndo={act.undoCompletion} />
            </Optional>
          )}
          {mayMove && selection.orders.length > 0 && (
            <Optional>
              <BulkBar orders={selection.orders} onClear={selection.clear} onMove={setBulk} />
            </Optional>
          )}
        </div>
      ) : null}
      {bulk && (
        <LoadBoundary>
          <Suspense fallback={null}>
            <BulkDialog
              orders={selection.orders}
              to={bulk}
              move={moves.move}
              onClose={() => {
                setBulk(undefined)
                selection.clear()
              }}
            />
          </Suspense>
        </LoadBoundary>
      )}
      <KeysBar order={all.find(({ orderid }) => orderid === actingId)} />
    </>
  )
}
