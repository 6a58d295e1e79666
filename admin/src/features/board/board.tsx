import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense, useRef, useState } from 'react'
import { useMe, usePermission } from '../../lib/me.ts'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { lastPendingCompletion } from './assignment.ts'
import { KeysBar } from './board-controls.tsx'
import { BoardFilters } from './board-filters.tsx'
import { BoardList, EmptyBoard, MoreOrders } from './board-list.tsx'
import { isInTab, matchesSearch } from './board-tabs.ts'
import { nameOf } from './board-texts.ts'
import { useSelection } from './row-tools.ts'
import { useIsInteracting, useStableRows } from './stable-rows.ts'
import type { TransitionTarget } from './transition-targets.ts'
import { useAssignmentRenewal, useAssignOnOpen, useReassignedNotice } from './use-assignment.ts'
import { useBoardActions } from './use-board-actions.ts'
import { useBoardCommands, useUndo } from './use-board-commands.ts'
import { useBoardKeyboard } from './use-board-keyboard.ts'
import { useBoardPresence } from './use-board-people.ts'
import { useBoardView } from './use-board-view.ts'
import { useExpandedRow } from './use-expanded-row.ts'
import { useTakeNext } from './use-take-next.ts'

/** Needed right after the first completion, so it is preloaded after the board. */
const UndoBar = lazyComponent(() => import('./undo-bar.tsx'))
UndoBar.preload().catch(() => undefined)
const UnclearCards = lazyComponent(() => import('./unclear/unclear-card.tsx'))
const BulkBar = lazyComponent(() => import('./bulk-bar.tsx'))
const BulkDialog = lazyComponent(() => import('./bulk-dialog.tsx'))

/** The board's rows with all their actions. */
export function Board({ onHelp }: { onHelp: () => void }) {
  const { store } = useServices()
  const me = useMe()
  const mayDecide = usePermission()('orders.decide')
  const nowMs = useNow(5000)
  const all = usePendingRows()
  const view = useBoardView()
  const commands = useBoardCommands()
  const { isInteracting, hovered, actingId, handlers } = useIsInteracting()
  const search = useRef<HTMLInputElement>(null)
  const [bulk, setBulk] = useState<TransitionTarget>()
  const found = all.filter((order) => matchesSearch(order, view.text))
  const current = found.filter((order) => isInTab(view.tab, order, { me, nowMs }))
  const steady = useStableRows({
    current,
    isInteracting,
    ownChanges: hovered ? commands.ownChanges : new Set([...commands.ownChanges, ...commands.closed]),
    list: `${view.tab} ${view.text}`,
    mustShow: view.openId,
  })
  const selection = useSelection(all)
  const row = useExpandedRow({ rows: steady.rows, view })
  const people = useBoardPresence(row.openId, nowMs)
  useAssignmentRenewal(row.order, commands.renew)
  useReassignedNotice(commands.note, (text) => pushToast(store, { kind: 'warn', text }))

  const undo = lastPendingCompletion(all, me)
  const act = useUndo(useBoardActions(commands, row), undo)
  const next = useTakeNext((order) => {
    const isShown = matchesSearch(order, view.text) && isInTab(view.tab, order, { me, nowMs })
    view.show(order.orderid, { alone: !isShown })
  })
  useAssignOnOpen(row.order, commands.assign)
  useBoardKeyboard({
    row,
    act,
    onUndo: () => void act.undo(),
    onTakeNext: () => void next.take(),
    showReason: (order, text) => pushToast(store, { kind: 'info', title: `${nameOf(order)}.`, text }),
    onHelp,
    onSelect: selection.toggle,
    onSearch: () => search.current?.focus(),
  })

  return (
    <>
      <BoardFilters
        view={view}
        found={found}
        nowMs={nowMs}
        search={search}
        people={people}
        next={next}
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
        <BoardList
          rows={steady.rows}
          row={row}
          act={act}
          selection={selection}
          handlers={handlers}
          nowMs={nowMs}
          actingId={actingId}
          people={people}
        />
      )}
      <MoreOrders />
      {(mayDecide && selection.orders.length > 0) || undo ? (
        <div className="float">
          {undo && (
            <Optional>
              <UndoBar order={undo} onUndo={act.undoCompletion} />
            </Optional>
          )}
          {mayDecide && selection.orders.length > 0 && (
            <Optional>
              <BulkBar orders={selection.orders} onClear={selection.clear} onTransition={setBulk} />
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
              transition={commands.transition}
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
