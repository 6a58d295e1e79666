import type { OrderDetailsResult } from '@jhatpat/shared/contracts/order-details.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { type PointerEvent, useState } from 'react'
import { useMe } from '../../../lib/me.ts'
import { holderOf } from '../assignment.ts'
import { actionsFor } from '../board-texts.ts'
import { OrderChoices } from '../order-actions.tsx'
import { pendingReasonText } from '../pending-reason-text.ts'
import { SecondDelivery } from '../redelivery-note.tsx'
import { StaffActions } from '../staff-actions.tsx'
import { useBoardPresence } from '../use-board-people.ts'
import { NotesPanel } from './notes-panel.tsx'
import { OrderAside } from './order-aside.tsx'
import { OrderHead } from './order-head.tsx'
import { StatementPanel } from './statement-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { useOrderActions } from './use-order-actions.ts'
import { VendorCallsPanel } from './vendor-calls-panel.tsx'

export function OrderDetails({ page }: { page: OrderDetailsResult }) {
  const { order } = page
  const nowMs = useNow(5000)
  const me = useMe()
  const actions = useOrderActions(order)
  const people = useBoardPresence(order.orderid, nowMs).filter(({ orderid }) => orderid === order.orderid)
  const { shown, handlers } = useFrozenOrder(order)
  return (
    <>
      <OrderHead order={order} people={people} actions={actions} />
      <SecondDelivery order={order} />
      {shown.status === 'Processing' && <PendingReasonMessage order={shown} />}
      {actions.note && (
        <InlineMessage
          kind={actions.note.kind}
          title={actions.note.title}
          icon="hand"
          role="alert"
          className="order-note"
        >
          {actions.note.text}
        </InlineMessage>
      )}
      {(shown.status === 'Processing' || actionsFor(shown).length > 0) && (
        <section className="panel order-transitions" aria-label="What can be done" {...handlers}>
          <OrderChoices
            order={shown}
            holder={holderOf(order, me, serverNow())}
            withKeys={false}
            row={actions.row}
            act={actions.act}
          />
        </section>
      )}
      <div className="order-details-grid">
        <div className="stack">
          <TimelinePanel order={order} />
          <VendorCallsPanel vendorCalls={page.vendorCalls} payment={page.payment} />
          {page.statement && <StatementPanel statement={page.statement} order={order} />}
          <NotesPanel order={order} notes={page.notes ?? []} />
          {order.staffActions.length > 0 && (
            <section className="panel">
              <StaffActions order={order} />
            </section>
          )}
        </div>
        <OrderAside page={page} />
      </div>
    </>
  )
}

/** The pending reason, and what is not known. */
function PendingReasonMessage({ order }: { order: OrderDetailsResult['order'] }) {
  const { title, detail, tone, icon } = pendingReasonText(order)
  return (
    <InlineMessage kind={tone || 'info'} title={title} icon={icon} className="order-note">
      {detail}
    </InlineMessage>
  )
}

/**
 * Freezes the actions under the mouse until it leaves: a button never changes its meaning just
 * before a click. The head shows updates at once.
 */
function useFrozenOrder(order: OrderDetailsResult['order']) {
  const [frozen, setFrozen] = useState<OrderDetailsResult['order']>()
  return {
    shown: frozen ?? order,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setFrozen(order),
      onPointerLeave: () => setFrozen(undefined),
      // The admin's own actions show immediately.
      onClickCapture: () => setFrozen(undefined),
    },
  }
}
