import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Menu } from '@jhatpat/shared/ui/menu.tsx'
import { MenuItem } from '@jhatpat/shared/ui/menu-item.tsx'
import { answersTo, nameOf } from './board-texts.ts'
import type { MoveTo } from './bulk-plan.ts'
import { type Holder, quickStepOf } from './claim.ts'
import type { RowTools } from './row-tools.ts'
import { openUnitsOf } from './unit-answers.ts'
import type { Asking } from './use-open-row.ts'

type RowActionsProps = RowTools & { order: BoardOrder; holder: Holder }

/** The one next step of a row, and for an order of one's own what else can be done. */
export function RowActions(props: RowActionsProps) {
  return (
    <>
      <NextStep {...props} />
      {props.holder.kind === 'me' && <MoreMenu {...props} />}
    </>
  )
}

function NextStep({ order, holder, act, row }: RowActionsProps) {
  const doing = act.doing.get(order.orderid)
  const look = { size: 'sm', busy: doing !== undefined, busyText: doing ?? 'Saving' } as const
  const name = nameOf(order)
  switch (quickStepOf(order, holder)) {
    case 'claim':
      return (
        <Button {...look} aria-label={`Claim ${name}`} onClick={() => act.claim(order, 'claim')}>
          Claim
        </Button>
      )
    case 'take_over':
      return (
        <Button
          {...look}
          variant="quiet"
          aria-label={`Take over ${name}`}
          onClick={() => act.claim(order, 'take_over')}
        >
          Take over
        </Button>
      )
    case 'complete':
      return (
        <Button
          {...look}
          variant="ok"
          aria-label={`Completed ${name}`}
          onClick={() => act.move(order, 'Completed')}
        >
          Completed
        </Button>
      )
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

/** What can be done beside the next step. Each ends in "…" where something is asked first. */
function MoreMenu({ order, act, row }: RowActionsProps) {
  /** A choice in the menu is made where the focus is: in this row. */
  const ask = (what: Asking) => {
    row.goTo(order.orderid)
    row.ask(order.orderid, what)
  }
  return (
    <Menu
      button={<Icon name="ellipsis" />}
      buttonClass="btn btn-sm btn-icon"
      label={`More for ${nameOf(order)}`}
    >
      {movesBeside(order).map((to) => (
        <MenuItem key={to} icon={moveIcons[to]} danger={to === 'Cancelled'} onSelect={() => ask(to)}>
          {to}…
        </MenuItem>
      ))}
      <MenuItem icon="hand" onSelect={() => act.claim(order, 'release')}>
        Let it go
      </MenuItem>
    </Menu>
  )
}

const moveIcons = { Completed: 'circle-check', Refunded: 'undo-2', Cancelled: 'ban' } as const

/** An order with an open unit is refunded by its answers; it is completed whole when it was delivered elsewhere. */
function movesBeside(order: BoardOrder): MoveTo[] {
  const beside = openUnitsOf(order).length > 0 ? 'Refunded' : 'Completed'
  return answersTo(order).flatMap(({ to }) => (to === beside ? [] : [to]))
}
