import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { EndedOrder } from '@jhatpat/shared/contracts/board.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useMe, usePermission } from '../../lib/me.ts'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { holderOf, lastPendingCompletion } from './assignment.ts'
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
import { type BoardCommands, useBoardCommands, useUndo } from './use-board-commands.ts'
import { type GroupActions, useBoardKeyboard } from './use-board-keyboard.ts'
import { useBoardPresence } from './use-board-people.ts'
import { useBoardView } from './use-board-view.ts'
import { type ExpandedRow, useExpandedRow } from './use-expanded-row.ts'
import { useTakeNext } from './use-take-next.ts'

/** Needed right after the first completion, so it is preloaded after the board. */
const UndoBar = lazyComponent(() => import('../../lib/undo/undo-bar.tsx'))
UndoBar.preload().catch(() => undefined)
const UnclearCards = lazyComponent(() => import('./unclear/unclear-card.tsx'))
const BulkBar = lazyComponent(() => import('./bulk-bar.tsx'))
const BoardStrip = lazyComponent(() => import('./board-strip.tsx'))
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
  const { bulk, group, closeBulk } = useGroup({ selection, row, commands })
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
    group: selection.orders.length > 0 ? group : undefined,
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
      {(mayDecide && selection.orders.length > 0) || act.newest ? (
        <div className="float">
          {act.newest && (
            <Optional>
              <UndoBar {...act.newest} />
            </Optional>
          )}
          {mayDecide && selection.orders.length > 0 && (
            <Optional>
              <BulkBar orders={selection.orders} onClear={selection.clear} onTransition={group.confirm} />
            </Optional>
          )}
        </div>
      ) : null}
      {bulk && (
        <LoadBoundary>
          <Suspense fallback={null}>
            <BulkDialog
              {...bulk}
              transition={commands.transition}
              onHeld={selection.clear}
              onClose={closeBulk}
            />
          </Suspense>
        </LoadBoundary>
      )}
      <KeysBar
        selected={selection.orders.length}
        row={steady.rows.find(({ order }) => order.orderid === actingId)}
      />
    </>
  )
}

type Group = {
  selection: ReturnType<typeof useSelection>
  row: ExpandedRow
  commands: BoardCommands
}

/** Actions on the selected orders. One confirmation at a time: it closes that of a single order. */
function useGroup({ selection, row, commands }: Group) {
  const { store } = useServices()
  const me = useMe()
  const [bulk, setBulk] = useState<{ to: TransitionTarget; orders: readonly BoardOrder[] }>()
  const explain = (text: string) => pushToast(store, { kind: 'info', text })
  const assignAll = async () => {
    const free = selection.orders.filter((order) => holderOf(order, me, serverNow()).kind === 'unassigned')
    if (free.length === 0) return explain('None of the selected orders is unassigned.')
    const results = await Promise.all(free.map((order) => commands.assign(order, 'assign')))
    const count = results.filter(({ ok }) => ok).length
    explain(`${count} of ${selection.orders.length} selected orders assigned to you.`)
  }
  const group: GroupActions = {
    confirm: (to) => {
      if (bulk) return explain('The previous action is still in progress.')
      if (row.openId) row.answered(row.openId)
      setBulk({ to, orders: selection.orders })
    },
    assign: () => void assignAll(),
    clear: selection.clear,
    explain,
  }
  return { bulk, group, closeBulk: () => setBulk(undefined) }
}
