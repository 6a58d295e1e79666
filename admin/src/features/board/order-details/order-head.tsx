import { downloadFile } from '@jhatpat/shared/browser/download-file.ts'
import { saveFile } from '@jhatpat/shared/browser/save-file.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { assignOrder, type BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { orderRecord } from '@jhatpat/shared/contracts/order-details.ts'
import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { dayTime, minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { useMe, usePermission } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { holderOf } from '../assignment.ts'
import { PresenceList } from '../presence-list.tsx'
import type { OrderPageActions } from './use-order-actions.ts'

type OrderHeadProps = { order: BoardOrder; people: readonly BoardPresence[]; actions: OrderPageActions }

/** The order's name, status and assignee. */
export function OrderHead({ order, people, actions }: OrderHeadProps) {
  const id = groupId(order.orderid)
  const isOpen = order.status === 'Processing'
  return (
    <div className="page-bar top-o">
      {isOpen && order.promisedBy && <CountdownRing dueAt={order.promisedBy} size="lg" />}
      <div className="grow">
        <div className="row wrap row-3">
          <h1 className="d2 mono">{id}</h1>
          <CopyButton text={order.orderid} label="Copy order ID" />
          <StatusPill status={order.status} ofOrder />
        </div>
        <p className="t2 sm">{summaryOf(order)}</p>
      </div>
      <div className="row wrap">
        <PresenceList people={people} does="viewing" />
        {isOpen && <AssignmentStatus order={order} actions={actions} />}
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
    ? `Free replacement for ${groupId(order.redeliveryOf)}.`
    : `${formatRupees(value)} by ${paymentmode === 'upi' ? 'UPI' : 'wallet'}.`
  const last = promise ? `Due by ${dayTime(promise).replace(/^Today, (.*)/, '$1 today')}.` : order.reason
  return `${itemname}, ${product.name}, for ${username || input1}. ${money} ${last}`.trim()
}

/** The assignee, until when, and the one available assignment action. */
function AssignmentStatus({ order, actions: { act } }: Pick<OrderHeadProps, 'order' | 'actions'>) {
  const me = useMe()
  const nowMs = useNow(1000)
  const mayDecide = usePermission()('orders.decide')
  const holder = holderOf(order, me, nowMs)
  const busyText = act.busyTexts.get(order.orderid)
  const buttonProps = { size: 'sm', busy: busyText !== undefined, busyText: busyText ?? 'Saving…' } as const
  if (holder.kind === 'unassigned') {
    return mayDecide ? (
      <CallButton access={assignOrder.auth} {...buttonProps} onClick={() => void act.assign(order, 'assign')}>
        Assign to me
      </CallButton>
    ) : (
      <span className="t3 sm">Unassigned</span>
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
        <span>Assigned to {holder.name}</span>
      )}
      {mayDecide && !order.pendingCompletion && (
        <CallButton
          access={assignOrder.auth}
          {...buttonProps}
          variant="quiet"
          onClick={() => void act.assign(order, isMe ? 'unassign' : 'reassign')}
        >
          {isMe ? 'Unassign' : 'Reassign to me'}
        </CallButton>
      )}
    </span>
  )
}

/** Downloads the order record as a zip. Only for roles that may export; each download is audited. */
function EvidenceButton({ orderid }: { orderid: string }) {
  const { store } = useServices()
  const [busy, setBusy] = useState(false)
  if (!usePermission()('exports.create')) return null
  const take = async () => {
    setBusy(true)
    try {
      saveFile(await downloadFile(store, `/api/admin/orders/${orderid}/record`), `${orderid}.zip`)
      pushToast(store, {
        kind: 'ok',
        title: 'Evidence downloaded.',
        text: 'Recorded in the audit log.',
      })
    } catch (error) {
      pushToast(store, { kind: 'bad', title: 'Couldn’t create the file.', text: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <CallButton
      access={orderRecord.auth}
      size="sm"
      icon="download"
      busy={busy}
      busyText="Preparing…"
      onClick={() => void take()}
    >
      Evidence
    </CallButton>
  )
}
