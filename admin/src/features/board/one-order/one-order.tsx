import type { OrderPage } from '@jhatpat/shared/contracts/order-page.ts'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { type PointerEvent, useState } from 'react'
import { useMe } from '../../../lib/me.ts'
import { answersTo } from '../board-texts.ts'
import { holderOf } from '../assignment.ts'
import { knownOf } from '../known-facts.ts'
import { OrderAnswers } from '../order-answers.tsx'
import { StaffActions } from '../staff-actions.tsx'
import { SecondDelivery } from '../redelivery-note.tsx'
import { useBoardPresence } from '../use-board-people.ts'
import { BooksPanel } from './books-panel.tsx'
import { VendorCallsPanel } from './vendor-calls-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { OrderAside } from './order-aside.tsx'
import { OrderHead } from './order-head.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { useOrderActs } from './use-order-acts.ts'

export function OneOrder({ page }: { page: OrderPage }) {
  const { order } = page
  const nowMs = useNow(5000)
  const me = useMe()
  const acts = useOrderActs(order)
  const people = useBoardPresence(order.orderid, nowMs).filter(({ orderid }) => orderid === order.orderid)
  const { still, handlers } = useStill(order)
  return (
    <>
      <OrderHead {...{ order, people, acts }} />
      <SecondDelivery order={order} />
      {still.status === 'Processing' && <Why order={still} />}
      {acts.note && (
        <Note kind={acts.note.kind} title={acts.note.title} icon="hand" role="alert" className="order-note">
          {acts.note.text}
        </Note>
      )}
      {(still.status === 'Processing' || answersTo(still).length > 0) && (
        <section className="panel order-moves" aria-label="What can be done" {...handlers}>
          <OrderAnswers
            {...{ order: still, holder: holderOf(order, me, serverNow()), withKeys: false }}
            {...{ row: acts.row, act: acts.act }}
          />
        </section>
      )}
      <div className="aog">
        <div className="stack">
          <TimelinePanel order={order} />
          <VendorCallsPanel vendorCalls={page.vendorCalls} payment={page.payment} />
          {page.books && <BooksPanel books={page.books} order={order} />}
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

/** Why it waits, and what nobody knows. */
function Why({ order }: { order: OrderPage['order'] }) {
  const { title, detail, tone, icon } = knownOf(order)
  return (
    <Note kind={tone || 'info'} title={title} icon={icon} className="order-note">
      {detail}
    </Note>
  )
}

/** What stands under a mouse keeps its place and its meaning until the mouse has gone: the head tells what is new. */
function useStill(order: OrderPage['order']) {
  const [held, setHeld] = useState<OrderPage['order']>()
  return {
    still: held ?? order,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHeld(order),
      onPointerLeave: () => setHeld(undefined),
      // What one does oneself is seen at once.
      onClickCapture: () => setHeld(undefined),
    },
  }
}
