import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { EndedOrder } from '@jhatpat/shared/contracts/ended-orders.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useMemo, useRef, useState } from 'react'
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
import { useAssignmentRenewal, useAssignOnOpen, useReassignedNotice } from './use-assignment.ts'
import { useBoardActions } from './use-board-actions.ts'
import { useBoardCommands, useUndo } from './use-board-commands.ts'
import { useBoardKeyboard } from './use-board-keyboard.ts'
import { useBoardPresence } from './use-board-people.ts'
import { useBoardView } from './use-board-view.ts'
import { useExpandedRow } from './use-expanded-row.ts'
import { useTakeNext } from './use-take-next.ts'

/** Needed right after the first completion, so it is preloaded after the board. */
const UndoBar = lazyComponent(() => import('../../lib/undo/undo-bar.tsx'))
UndoBar.preload().catch(() => undefined)
const UnclearCards = lazyComponent(() => import('./unclear/unclear-card.tsx'))
/** It has the keys of the selection, so it is preloaded as well. */
const BulkBar = lazyComponent(() => import('./bulk-bar.tsx'))
BulkBar.preload().catch(() => undefined)
const BoardStrip = lazyComponent(() => import('./board-strip.tsx'))

/** The board's rows with all their actions. */
export function Board({ onHelp }: { onHelp: () => void }) {
  const { store } = useServices()
  const me = useMe()
  const mayDecide = usePermission()('orders.decide')
  const nowMs = useNow(5000)
  const all = usePendingRows()
  const view = useBoardView()
  const commands = useBoardCommands()
  const { isInteracting, hovered, isAiming, actingId, handlers } = useIsInteracting()
  const search = useRef<HTMLInputElement>(null)
  const found = all.filter((order) => matchesSearch(order, view.text))
  const current = found.filter((order) => isInTab(view.tab, order, { me, nowMs }))
  const steady = useStableRows({
    current,
    pending: all,
    isInteracting,
    isAiming,
    ownChanges: hovered ? commands.ownChanges : new Set([...commands.ownChanges, ...commands.closed]),
    list: `${view.tab} ${view.text}`,
    mustShow: view.openId,
  })
  const [ended, setEnded] = useState<readonly EndedOrder[]>([])
  const selection = useSelection(all)
  // Its dialog outlives the selection: a confirmed action clears that.
  const [hasSelected, setHasSelected] = useState(false)
  if (!hasSelected && selection.orders.length > 0) setHasSelected(true)
  const row = useExpandedRow({ rows: steady.rows, view })
  const people = useBoardPresence(row.openId, nowMs)
  useAssignmentRenewal(row.order, commands.renew)
  useReassignedNotice(commands.note, (text) => pushToast(store, { kind: 'warn', text }))

  const departed = useMemo(() => new Map(ended.map((order) => [order.orderid, order])), [ended])
  const act = useUndo(useBoardActions(commands, row), lastPendingCompletion(all, me))
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
    onShowNew: steady.completeSignIn,
    hasSelection: mayDecide && selection.orders.length > 0,
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
        onEnter={row.first}
      />
      {all.some(({ unitList }) => unitList.some(({ state }) => state === 'unknown')) && (
        <Optional>
          <UnclearCards />
        </Optional>
      )}
      <Optional>
        <BoardStrip orders={all} onEnded={setEnded} />
      </Optional>
      {steady.rows.length === 0 ? (
        <EmptyBoard isFiltered={all.length > 0} view={view} />
      ) : (
        <BoardList
          rows={steady.rows}
          row={row}
          act={act}
          selection={selection}
          handlers={handlers}
          waiting={steady.waiting}
          onShowNew={steady.completeSignIn}
          nowMs={nowMs}
          actingId={actingId}
          people={people}
          departed={departed}
        />
      )}
      <MoreOrders />
      <div className="float">
        {act.newest && (
          <Optional>
            <UndoBar {...act.newest} />
          </Optional>
        )}
        {mayDecide && hasSelected && (
          <Optional>
            <BulkBar selection={selection} row={row} commands={commands} />
          </Optional>
        )}
      </div>
      <KeysBar
        selected={selection.orders.length}
        row={steady.rows.find(({ order }) => order.orderid === actingId)}
      />
    </>
  )
}
