import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Menu } from '@jhatpat/shared/ui/menu.tsx'
import { MenuItem } from '@jhatpat/shared/ui/menu-item.tsx'
import { actionsFor, nameOf } from './board-texts.ts'
import { openUnitsOf } from './open-units.ts'
import type { RowTools } from './row-tools.ts'
import type { TransitionTarget } from './transition-targets.ts'
import type { ConfirmingAction } from './use-expanded-row.ts'

type MoreMenuProps = Pick<RowTools, 'act'> & { order: BoardOrder; confirm(action: ConfirmingAction): void }

/** The actions in addition to the next step. Those that ask for confirmation end in "…". */
export default function MoreMenu({ order, act, confirm }: MoreMenuProps) {
  return (
    <Menu
      button={<Icon name="ellipsis" />}
      buttonClass="btn btn-sm btn-icon"
      label={`More actions for ${nameOf(order)}`}
    >
      {otherTransitions(order).map((to) => (
        <MenuItem key={to} icon={moveIcons[to]} danger={to === 'Cancelled'} onSelect={() => confirm(to)}>
          {to}…
        </MenuItem>
      ))}
      <MenuItem icon="hand" onSelect={() => act.assign(order, 'unassign')}>
        Unassign
      </MenuItem>
    </Menu>
  )
}

const moveIcons = { Completed: 'circle-check', Refunded: 'undo-2', Cancelled: 'ban' } as const

/**
 * An order with an open unit is refunded through its unit actions; it can be completed as a whole
 * if it was delivered elsewhere.
 */
function otherTransitions(order: BoardOrder): TransitionTarget[] {
  const beside = openUnitsOf(order).length > 0 ? 'Refunded' : 'Completed'
  return actionsFor(order).flatMap(({ to }) => (to === beside ? [] : [to]))
}
