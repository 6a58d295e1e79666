import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { addNote, type OrderDetailsResult, type OrderNote } from '@jhatpat/shared/contracts/order-details.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { Timeline, type TimelineState } from '@jhatpat/shared/ui/timeline.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { type PointerEvent, useState } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { useMe } from '../../../lib/me.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { stepText } from '../../../lib/order-facts.ts'
import { useRequests } from '../../../lib/requests.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.tsx'
import { useSend } from '../../../lib/use-send.ts'
import { holderOf } from '../assignment.ts'
import { actionsFor } from '../board-texts.ts'
import { OrderChoices } from '../order-actions.tsx'
import { OrderNotes } from '../order-notes.tsx'
import { pendingReasonText } from '../pending-reason-text.ts'
import { SecondDelivery } from '../redelivery-note.tsx'
import { StaffActions } from '../staff-actions.tsx'
import { useBoardPresence } from '../use-board-people.ts'
import { OrderAside } from './order-aside.tsx'
import { OrderHead } from './order-head.tsx'
import { StatementPanel } from './statement-panel.tsx'
import { useOrderActions } from './use-order-actions.ts'
import { useOrderDetailsUpdates } from './use-order-details.ts'
import { VendorCallsPanel } from './vendor-calls-panel.tsx'

const CodesPanel = lazyComponent(() => import('./codes-panel.tsx'))

export function OrderDetails({ page }: { page: OrderDetailsResult }) {
  const { order } = page
  const nowMs = useNow(5000)
  const me = useMe()
  const actions = useOrderActions(order)
  const people = useBoardPresence(order.orderid, nowMs).filter(({ orderid }) => orderid === order.orderid)
  const { shown, handlers } = useFrozenOrder(order)
  const { refetch } = useOrderDetailsUpdates(order.orderid)
  return (
    <>
      <OrderHead order={order} people={people} actions={actions} />
      <SecondDelivery order={order} />
      {shown.status === 'Processing' && <PendingReasonMessage order={shown} />}
      <RequestedRefund orderid={order.orderid} />
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
        <section className="panel order-transitions" aria-label="Actions" {...handlers}>
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
          {order.status === 'Completed' && (order.needsCodes || (order.vault?.length ?? 0) > 0) && (
            <Optional>
              <CodesPanel order={order} onDone={() => void refetch()} />
            </Optional>
          )}
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

/** A refund of this order that waits for another admin: its actions are not repeated by mistake. */
function RequestedRefund({ orderid }: { orderid: string }) {
  const me = useMe()
  const { data = [] } = useRequests()
  const request = data.find(({ refund }) => refund?.orderid === orderid)
  if (!request) return null
  const { askedBy, amount } = request
  return (
    <InlineMessage
      kind="warn"
      icon="hourglass"
      className="order-note"
      title={`A refund of ${formatRupees(amount)} is pending approval`}
    >
      {askedBy._id === me._id ? 'You requested it' : `${askedBy.name} requested it`},{' '}
      <TimeText at={request.askedAt} as="ago" />.{' '}
      <AppLink className="link" href="/approvals">
        Open Approvals
      </AppLink>
    </InlineMessage>
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

/** The admins' notes on the order; a note is never edited. */
function NotesPanel({ order, notes }: { order: BoardOrder; notes: readonly OrderNote[] }) {
  const { apply } = useOrderDetailsUpdates(order.orderid)
  const [text, setText] = useState('')
  useUnsavedChanges(text.trim() !== '')
  const add = useSend(addNote, {
    params: { id: order.orderid },
    choice: text,
    onDone: (after, note) => {
      // The admin may have started another note in the meantime.
      setText((now) => (now.trim() === note.text ? '' : now))
      apply(after)
    },
  })
  return (
    <section className="panel stack">
      <h2 className="d4">Notes</h2>
      <OrderNotes notes={notes} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() && !add.isPending) add.mutate({ text: text.trim() })
        }}
      >
        <TextArea
          label="Add note"
          hint="Admins only. Can’t be edited."
          rows={2}
          maxLength={1_000}
          value={text}
          error={add.error ? `Couldn’t save: ${messageOf(add.error)}` : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <CallButton
            access={addNote.auth}
            type="submit"
            size="sm"
            busy={add.isPending}
            busyText="Saving…"
            disabled={!text.trim()}
          >
            Save note
          </CallButton>
        </div>
      </form>
    </section>
  )
}

const bad: ReadonlySet<TimelineEntry['step']> = new Set([
  ...(['outcome_unknown', 'unit_rejected', 'supplier_review'] as const),
  ...(['failed', 'cancelled', 'reported'] as const),
])

/** The customer-visible timeline, and the current assignee. */
function TimelinePanel({ order }: { order: BoardOrder }) {
  const steps = order.timeline.map((entry, at) => ({
    key: `${at} ${entry.step}`,
    state: stateOf(entry),
    title: stepText(entry, order),
    at: entry.at,
    text: moreOf(entry),
  }))
  const { assignee } = order
  const assignment = assignee && {
    key: 'assign',
    state: 'now' as const,
    icon: 'hand' as const,
    title: `Assigned to ${assignee.name}`,
    at: assignee.since,
  }
  return (
    <section className="panel">
      <h2 className="d4">Timeline</h2>
      <Timeline steps={assignment ? [...steps, assignment] : steps} />
    </section>
  )
}

function stateOf({ step }: TimelineEntry): TimelineState {
  if (step === 'completed') return 'end'
  return bad.has(step) ? 'bad' : 'done'
}

function moreOf({ step, reference, reason, by }: TimelineEntry): string {
  const parts = [reason, step !== 'paid' && reference && `Reference ${reference}`, by && `by ${by}`]
  return parts.filter(Boolean).join(', ').replaceAll('., ', '. ')
}
