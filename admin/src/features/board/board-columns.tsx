import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { dueAtMs } from '@jhatpat/shared/contracts/needs-action.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import type { ReactNode } from 'react'
import { useMe } from '../../lib/me.ts'
import type { Holder } from './assignment.ts'
import { customerOf, nameOf } from './board-texts.ts'
import { pendingReasonText } from './pending-reason-text.ts'
import { PresenceList } from './presence-list.tsx'
import { RowActions } from './row-actions.tsx'
import type { RowTools } from './row-tools.ts'

/**
 * What a cell is rendered from. `left`: the order has left the list and its row only keeps its
 * position.
 */
type BoardCell = RowTools & { order: BoardOrder; holder: Holder; left: boolean; isActing: boolean }

/** A column of the board; docs/how-to/add-a-board-column.md explains how to add one. */
type BoardColumn = {
  /** Also the cell's class, after `col-`. */
  key: string
  /** Heading of the column, and the accessible name of its cells. */
  head: string
  /** The heading is visible only to screen readers. */
  quiet?: true
  /** Track of the column, on screens wide enough for columns. */
  width: string
  /**
   * The cell's grid-area on the card that a row becomes on narrow screens; `none`: outside the
   * grid.
   */
  card: string
  cell: (row: BoardCell) => ReactNode
}

export const boardColumns: readonly BoardColumn[] = [
  {
    key: 'select',
    head: 'Select',
    quiet: true,
    width: '24px',
    card: 'none',
    cell: ({ order, left, selection }) => (
      <Checkbox
        bare
        label={`Select ${nameOf(order)}`}
        checked={selection.has(order.orderid)}
        disabled={left}
        onChange={() => selection.toggle(order.orderid)}
      />
    ),
  },
  {
    key: 'clock',
    head: 'Time left',
    width: '46px',
    card: '1 / 1 / 2 / 2',
    cell: ({ order }) => <CountdownRing dueAt={dueAtMs(order)} />,
  },
  {
    key: 'item',
    head: 'Item',
    width: 'minmax(176px, 1.2fr)',
    card: '1 / 2 / 2 / 3',
    cell: ({ order }) => <ItemCell order={order} />,
  },
  {
    key: 'player',
    head: 'Player',
    width: 'minmax(150px, 0.95fr)',
    card: '2 / 2 / 3 / 4',
    cell: ({ order }) => <PlayerCell order={order} />,
  },
  {
    key: 'amount',
    head: 'Amount',
    width: '104px',
    card: '1 / 3 / 2 / 4',
    cell: ({ order }) => <AmountCell order={order} />,
  },
  {
    key: 'known',
    head: 'Status',
    width: 'minmax(204px, 1.6fr)',
    card: '3 / 2 / 4 / 4',
    cell: ({ order }) => <StatusCell order={order} />,
  },
  {
    key: 'holder',
    head: 'Assignee',
    width: '92px',
    card: '4 / 2 / 5 / 3',
    cell: ({ order, holder, people }) => (
      <>
        <HolderCell holder={holder} />
        <PresenceList people={people.filter(({ orderid }) => orderid === order.orderid)} does="viewing" />
      </>
    ),
  },
  {
    key: 'actions',
    head: 'Action',
    quiet: true,
    width: '142px',
    card: '4 / 3 / 5 / 4',
    cell: ({ left, ...row }) =>
      left ? <span className="t2 xs">No longer pending</span> : <RowActions {...row} />,
  },
]

/** Tracks of all columns, for `grid-template-columns`. */
export const boardTracks = boardColumns.map(({ width }) => width).join(' ')

function ItemCell({ order }: { order: BoardOrder }) {
  return (
    <>
      <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
      <span className="grow">
        <span className="b cut">{order.itemname}</span>
        <span className="xs t2 cut">{order.product.name}</span>
      </span>
    </>
  )
}

function PlayerCell({ order }: { order: BoardOrder }) {
  return (
    <>
      <span className="grow">
        <span className="mono b sm cut">
          <bdi>{order.input1}</bdi>{' '}
          {order.input2 && (
            <span className="t3 second">
              (<bdi>{order.input2}</bdi>)
            </span>
          )}
        </span>
        {order.username && <bdi className="xs t2 cut">{order.username}</bdi>}
      </span>
      <CopyButton text={order.input1} />
    </>
  )
}

function AmountCell({ order }: { order: BoardOrder }) {
  return (
    <span className="grow">
      <span className="b num">
        {order.redeliveryOf ? 'Free replacement' : <Money rupees={order.value} className="plain" />}
      </span>
      <span className="xs t2 cut">{customerOf(order)}</span>
    </span>
  )
}

/** The pending reason of the order; problems are emphasised. */
function StatusCell({ order }: { order: BoardOrder }) {
  const reasonText = pendingReasonText(order)
  return (
    <span className={`known grow ${reasonText.tone}`.trim()}>
      <Icon name={reasonText.icon} size="sm" />
      <span className="grow">
        <span className="b sm cut">{reasonText.title}</span>
        <span className="xs t2 cut">{reasonText.detail}</span>
      </span>
    </span>
  )
}

function HolderCell({ holder }: { holder: Holder }) {
  const me = useMe()
  if (holder.kind === 'unassigned') return <span className="t3 xs">Unassigned</span>
  const isMe = holder.kind === 'me'
  return (
    <>
      <Avatar small me={isMe} name={isMe ? me.name : holder.name} />
      <span className="xs b cut" title={isMe ? undefined : holder.name}>
        {isMe ? 'You' : holder.name.split(' ')[0]}
      </span>
    </>
  )
}
