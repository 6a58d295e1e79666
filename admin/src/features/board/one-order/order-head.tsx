import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { dayTime, minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { usePermission } from '../../../lib/may.ts'
import { useMe } from '../../../lib/me.ts'
import { holderOf } from '../assignment.ts'
import { PresenceList } from '../presence-list.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import type { OrderPageActions } from './use-order-actions.ts'

type OrderHeadProps = { order: BoardOrder; people: readonly BoardPresence[]; actions: OrderPageActions }

/** Which order it is, how it stands, and who has it. */
export function OrderHead({ order, people, actions }: OrderHeadProps) {
  const id = groupId(order.orderid)
  const isOpen = order.status === 'Processing'
  return (
    <div className="page-bar top-o">
      {isOpen && order.promisedBy && <CountdownRing dueAt={order.promisedBy} size="lg" />}
      <div className="grow">
        <div className="row wrap row-3">
          <h1 className="d2 mono">{id}</h1>
          <CopyButton text={order.orderid} label="Copy order id" />
          <StatusPill status={order.status} ofOrder />
        </div>
        <p className="t2 sm">{summaryOf(order)}</p>
      </div>
      <div className="row wrap">
        <PresenceList people={people} does="has it open" />
        {isOpen && <Lease order={order} actions={actions} />}
        <EvidenceButton orderid={order.orderid} />
      </div>
    </div>
  )
}

function summaryOf({
  itemname,
  product,
  username,
  input1,
  value,
  paymentmode,
  ...order
}: BoardOrder): string {
  const promise = order.status === 'Processing' && order.promisedBy
  const money = order.redeliveryOf
    ? `Free: sent again for ${groupId(order.redeliveryOf)}.`
    : `${formatRupees(value)} by ${paymentmode === 'upi' ? 'UPI' : 'wallet'}.`
  const last = promise ? `Promised by ${dayTime(promise).replace(/^Today, (.*)/, '$1 today')}.` : order.reason
  return `${itemname}, ${product.name}, for ${username || input1}. ${money} ${last}`.trim()
}

/** Who has it, until when, and the one thing that can be done about that. */
function Lease({ order, actions: { act } }: Pick<OrderHeadProps, 'order' | 'actions'>) {
  const me = useMe()
  const nowMs = useNow(1000)
  const mayMove = usePermission()('orders.decide')
  const holder = holderOf(order, me, nowMs)
  const doing = act.doing.get(order.orderid)
  const look = { size: 'sm', busy: doing !== undefined, busyText: doing ?? 'Saving' } as const
  if (holder.kind === 'unassigned') {
    return mayMove ? (
      <Button {...look} onClick={() => void act.assign(order, 'assign')}>
        Claim
      </Button>
    ) : (
      <span className="t3 sm">Nobody has it</span>
    )
  }
  const isMe = holder.kind === 'me'
  return (
    <span className="row t2 sm">
      <Avatar small me={isMe} name={isMe ? me.name : holder.name} />
      {isMe ? (
        <span>
          Yours for <b className="num t1">{minutesSeconds(Date.parse(holder.until) - nowMs)}</b>
        </span>
      ) : (
        <span>{holder.name} has it</span>
      )}
      {mayMove && !order.pendingCompletion && (
        <Button
          {...look}
          variant="quiet"
          onClick={() => void act.assign(order, isMe ? 'unassign' : 'reassign')}
        >
          {isMe ? 'Let it go' : 'Take over'}
        </Button>
      )}
    </span>
  )
}
