import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { useMe } from '../../lib/me.ts'
import type { Holder } from './assignment.ts'
import { customerOf } from './board-texts.ts'
import { pendingReasonText } from './pending-reason-text.ts'

export function ItemCell({ order }: { order: BoardOrder }) {
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

export function PlayerCell({ order }: { order: BoardOrder }) {
  return (
    <>
      <span className="grow">
        <span className="mono b sm cut">
          {order.input1} {order.input2 && <span className="t3 second">({order.input2})</span>}
        </span>
        {order.username && <span className="xs t2 cut">{order.username}</span>}
      </span>
      <CopyButton text={order.input1} />
    </>
  )
}

export function AmountCell({ order }: { order: BoardOrder }) {
  return (
    <span className="grow">
      <span className="b num">
        {order.redeliveryOf ? 'Sent again' : <Money rupees={order.value} className="plain" />}
      </span>
      <span className="xs t2 cut">{customerOf(order)}</span>
    </span>
  )
}

/** The pending reason of the order; problems are emphasised. */
export function StatusCell({ order }: { order: BoardOrder }) {
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

export function HolderCell({ holder }: { holder: Holder }) {
  const me = useMe()
  if (holder.kind === 'unassigned') return <span className="t3 xs">Nobody</span>
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
