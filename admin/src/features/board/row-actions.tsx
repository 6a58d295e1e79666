import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe, usePermission } from '../../lib/me.ts'
import { SecondsLeft } from '../../lib/undo/held-actions.tsx'
import { type Holder, type QuickStep, quickStepOf } from './assignment.ts'
import { nameOf } from './board-texts.ts'
import type { RowTools } from './row-tools.ts'
import type { ConfirmingAction } from './use-expanded-row.ts'

const MoreMenu = lazyComponent(() => import('./more-menu.tsx'))

/** `isActing`: keys act on this row. */
type RowActionsProps = RowTools & { order: BoardOrder; holder: Holder; isActing: boolean }

/** The next step of a row and, for the admin's own orders, a menu of the other actions. */
export function RowActions(props: RowActionsProps) {
  const mayDecide = usePermission()('orders.decide')
  return (
    <>
      <NextStep {...props} />
      {mayDecide && props.holder.kind === 'me' && !isDecided(props) && (
        <Optional meanwhile={<MenuPlace />}>
          <MoreMenu
            order={props.order}
            act={props.act}
            confirm={(action) => confirmIn(props.row, props.order, action)}
          />
        </Optional>
      )}
    </>
  )
}

const MenuPlace = () => (
  <span className="btn btn-sm btn-icon" aria-hidden="true">
    <Icon name="ellipsis" />
  </span>
)

/** Whether a decision about the order can still be undone: until then there is no other. */
const isDecided = ({ order, act }: RowActionsProps) =>
  order.pendingCompletion !== null || act.held.has(order.orderid)

function NextStep(props: RowActionsProps) {
  const held = props.act.held.get(props.order.orderid)
  if (!held) return <OpenStep {...props} />
  return (
    <Button
      size="sm"
      aria-label={`Undo ${held.title} of ${nameOf(props.order)}`}
      // It replaces another button: ignores the second click of a double click on that.
      onClick={({ detail }) => detail <= 1 && held.undo()}
    >
      Undo <SecondsLeft untilMs={held.untilMs} />
    </Button>
  )
}

function OpenStep({ order, holder, act, row, isActing }: RowActionsProps) {
  const busyText = act.busyTexts.get(order.orderid)
  const buttonProps = { size: 'sm', busy: busyText !== undefined, busyText: busyText ?? 'Saving…' } as const
  const name = nameOf(order)
  const step = quickStepOf(order, holder, useMe())
  const mayDecide = usePermission()('orders.decide')
  const onRow = isActing ? <KeyMark of={step} /> : null
  if (!mayDecide && step !== 'is_completing') return <span className="t3 xs">View only</span>
  switch (step) {
    case 'assign':
      return (
        <Button
          {...buttonProps}
          aria-label={`Assign to me, ${name}`}
          onClick={() => act.assign(order, 'assign')}
        >
          Assign to me{onRow}
        </Button>
      )
    case 'reassign':
      return (
        <Button
          {...buttonProps}
          variant="quiet"
          aria-label={`Reassign to me, ${name}`}
          onClick={() => act.assign(order, 'reassign')}
        >
          Reassign to me{onRow}
        </Button>
      )
    case 'complete':
      return (
        <Button
          {...buttonProps}
          variant="ok"
          aria-label={`${order.needsCodes ? 'Completed…' : 'Completed'} ${name}`}
          onClick={() =>
            order.needsCodes ? confirmIn(row, order, 'Completed') : act.transition(order, 'Completed')
          }
        >
          {order.needsCodes ? 'Completed…' : 'Completed'}
          {onRow}
        </Button>
      )
    case 'undo':
      return (
        <Button
          {...buttonProps}
          aria-label={`Undo completed ${name}`}
          // It replaces the Completed button: ignores the second click of a double click on that.
          onClick={({ detail }) => detail <= 1 && void act.undoCompletion(order)}
        >
          Undo <SecondsLeft untilMs={Date.parse(order.pendingCompletion?.until ?? '')} />
        </Button>
      )
    case 'is_completing':
      return <span className="t2 xs is-completing">{order.pendingCompletion?.name} is completing it</span>
    case 'none': {
      const isOpen = row.openId === order.orderid
      return (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          onClick={() => (isOpen ? row.close() : row.goTo(order.orderid))}
        >
          {isOpen ? 'Close' : 'Open'}
        </Button>
      )
    }
  }
}

/** The confirmation appears in the row that has the focus. */
function confirmIn(row: RowTools['row'], { orderid }: BoardOrder, action: ConfirmingAction): void {
  row.goTo(orderid)
  row.confirm(orderid, action)
}

const stepKeys = { assign: 'A', reassign: 'A', complete: 'D' } as const

/** Shows the key of the next step on the row that keys act on; not part of the accessible name. */
function KeyMark({ of: step }: { of: QuickStep }) {
  const on = useAtomValue(keysOnAtom)
  return on && step in stepKeys ? (
    <span aria-hidden="true">
      <kbd data-key={stepKeys[step as keyof typeof stepKeys]} />
    </span>
  ) : null
}
