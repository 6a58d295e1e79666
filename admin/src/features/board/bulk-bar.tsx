import '../../lib/undo/undo-bar.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe } from '../../lib/me.ts'
import { holderOf } from './assignment.ts'
import { actionOf, type BoardAction } from './board-keys.ts'
import { rupeesOf } from './board-texts.ts'
import type { RowTools } from './row-tools.ts'
import type { TransitionTarget } from './transition-targets.ts'
import type { BoardCommands } from './use-board-commands.ts'
import type { ExpandedRow } from './use-expanded-row.ts'

const BulkDialog = lazyComponent(() => import('./bulk-dialog.tsx'))

type BulkBarProps = {
  selection: RowTools['selection']
  row: Pick<ExpandedRow, 'openId' | 'answered'>
  commands: BoardCommands
}

/**
 * The selected orders: a bar that floats over the end of the rows, its keys, and the preview of an action on
 * all of them. One confirmation at a time: it closes that of a single order.
 */
export default function BulkBar({ selection, row, commands }: BulkBarProps) {
  const { orders, clear } = selection
  const { store } = useServices()
  const [bulk, setBulk] = useState<{ to: TransitionTarget; orders: readonly BoardOrder[] }>()
  const explain = (text: string) => pushToast(store, { kind: 'info', text })
  const assignAll = useAssignAll(commands, explain)
  const confirm = (to: TransitionTarget) => {
    if (bulk) return explain('The previous action is still in progress.')
    if (row.openId) row.answered(row.openId)
    setBulk({ to, orders })
  }
  useGroupKeys(orders.length > 0, {
    assign: () => void assignAll(orders),
    complete: () => confirm('Completed'),
    refund: () => confirm('Refunded'),
    cancel: () => confirm('Cancelled'),
    retry_unit: () => explain('Resend one order at a time: clear the selection first.'),
    close: clear,
  })
  return (
    <>
      {orders.length > 0 && <Bar orders={orders} onClear={clear} onTransition={confirm} />}
      {bulk && (
        <LoadBoundary>
          <Suspense fallback={null}>
            <BulkDialog
              {...bulk}
              transition={commands.transition}
              onHeld={clear}
              onClose={() => setBulk(undefined)}
            />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  )
}

/** Assigns those of the selected orders that are unassigned, and says how many. */
function useAssignAll({ assign }: BoardCommands, explain: (text: string) => void) {
  const me = useMe()
  return async (orders: readonly BoardOrder[]) => {
    const free = orders.filter((order) => holderOf(order, me, serverNow()).kind === 'unassigned')
    if (free.length === 0) return explain('None of the selected orders is unassigned.')
    const results = await Promise.all(free.map((order) => assign(order, 'assign')))
    const count = results.filter(({ ok }) => ok).length
    explain(`${count} of ${orders.length} selected orders assigned to you.`)
  }
}

/** The keys of decisions while orders are selected, which the board then leaves alone. */
function useGroupKeys(hasSelection: boolean, keys: Partial<Record<BoardAction, () => void>>): void {
  const isOn = useAtomValue(keysOnAtom)
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return
    const action = actionOf(event)
    const act = action && keys[action]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!isOn || !hasSelection) return
    const listen = (event: KeyboardEvent) => answer(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn, hasSelection])
}

type BarProps = {
  orders: readonly BoardOrder[]
  onClear: () => void
  onTransition: (to: TransitionTarget) => void
}

/** Each action ends in "…" because a preview follows. */
function Bar({ orders, onClear, onTransition }: BarProps) {
  return (
    <section className="bulk" aria-label="Selected orders">
      <span role="status">
        <b>{orders.length} selected</b> <span className="t2 num">{rupeesOf(orders)}</span>
      </span>
      <span className="row wrap">
        <Button size="sm" variant="quiet" onClick={onClear}>
          Clear selection
          <Key of="Esc" />
        </Button>
        <Button size="sm" variant="bad" onClick={() => onTransition('Cancelled')}>
          Cancel…
          <Key of="X" />
        </Button>
        <Button size="sm" onClick={() => onTransition('Refunded')}>
          Refund…
          <Key of="R" />
        </Button>
        <Button size="sm" variant="ok" onClick={() => onTransition('Completed')}>
          Mark completed…
          <Key of="D" />
        </Button>
      </span>
    </section>
  )
}

function Key({ of: key }: { of: string }) {
  return useAtomValue(keysOnAtom) ? (
    <span aria-hidden="true" className="hide-t">
      <kbd>{key}</kbd>
    </span>
  ) : null
}
