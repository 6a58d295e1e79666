import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Check } from '@jhatpat/shared/ui/check.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { RingClock } from '@jhatpat/shared/ui/ring-clock.tsx'
import { dueAtMs } from '../../lib/due.ts'
import { useMe } from '../../lib/me.ts'
import { customerOf, nameOf } from './board-texts.ts'
import { type Holder, holderOf } from './claim.ts'
import { knownOf } from './known-facts.ts'
import { OpenOrder } from './open-order.tsx'
import { RowActions } from './row-actions.tsx'
import type { RowTools } from './row-tools.ts'

type BoardRowProps = RowTools & { order: BoardOrder; left: boolean }

/** One order. Focusing the row opens it; its parts work closed as well. */
export function BoardRow({ order, left, ...tools }: BoardRowProps) {
  const me = useMe()
  const { row, selection, nowMs } = tools
  const isOpen = row.openId === order.orderid
  const isSelected = selection.has(order.orderid)
  const holder = holderOf(order, me, nowMs)
  const state = `${isOpen ? ' focus' : ''}${isSelected ? ' sel' : ''}${left ? ' left' : ''}`
  return (
    <li
      className={`br${state}`}
      data-order={order.orderid}
      tabIndex={row.tabStop === order.orderid ? 0 : -1}
      aria-label={nameOf(order)}
      aria-current={isOpen || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isOpen) row.goTo(order.orderid)
      }}
    >
      <Check
        bare
        label={`Select ${nameOf(order)}`}
        checked={isSelected}
        disabled={left}
        onChange={() => selection.toggle(order.orderid)}
      />
      <RingClock dueAt={dueAtMs(order)} />
      <OrderCells order={order} />
      <Holding holder={holder} />
      {left ? (
        <span className="ac t3 xs">No longer here</span>
      ) : (
        <RowActions {...{ order, holder, ...tools }} />
      )}
      {isOpen && !left && <OpenOrder {...{ order, holder, ...tools }} />}
    </li>
  )
}

function OrderCells({ order }: { order: BoardOrder }) {
  const known = knownOf(order)
  return (
    <>
      <div className="pi">
        <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
        <span className="grow">
          <span className="b cut">{order.itemname}</span>
          <span className="xs t2 cut">{order.product.name}</span>
        </span>
      </div>
      <div className="id">
        <span className="grow">
          <span className="mono b sm cut">
            {order.input1} {order.input2 && <span className="t3 second">({order.input2})</span>}
          </span>
          {order.username && <span className="xs t2 cut">{order.username}</span>}
        </span>
        <CopyButton text={order.input1} />
      </div>
      <div className="am">
        <span className="b num">
          <Money rupees={order.value} className="plain" />
        </span>
        <span className="xs t2 cut">{customerOf(order)}</span>
      </div>
      <div className={`ev ${known.tone}`.trim()}>
        <Icon name={known.icon} size="sm" />
        <span className="grow">
          <span className="b sm cut">{known.title}</span>
          <span className="xs t2 cut">{known.detail}</span>
        </span>
      </div>
    </>
  )
}

function Holding({ holder }: { holder: Holder }) {
  const me = useMe()
  if (holder.kind === 'nobody') return <span className="hold t3 xs">Nobody</span>
  const isMe = holder.kind === 'me'
  return (
    <span className="hold">
      <Avatar small me={isMe} name={isMe ? me.name : holder.name} />
      <span className="xs b cut" title={isMe ? undefined : holder.name}>
        {isMe ? 'You' : holder.name.split(' ')[0]}
      </span>
    </span>
  )
}
