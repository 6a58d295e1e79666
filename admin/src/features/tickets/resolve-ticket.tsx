import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { TicketResolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import { resolveTicket, writeToTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Choice, ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import { useMe } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { askText, noteRefusal, useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { requestsKey } from '../../lib/requests.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'
import { drafts } from '../../lib/ticket-texts.ts'
import { holdAction, undoMsAtom } from '../../lib/undo/held-actions.tsx'
import { useSend } from '../../lib/use-send.ts'
import { AnswerDrafts, isCanned } from './answer-drafts.tsx'
import { RedeliveryUnits } from './redelivery-units.tsx'
import { ticketAssignee } from './ticket-assignment.tsx'
import { useRedelivery } from './use-redelivery.ts'
import { useAssignTicket } from './use-tickets.ts'
import type { TypedAnswers } from './use-typed-answers.ts'

/** Opens the next ticket once one is answered, and an answered one again after an undo. */
export type TicketGoTo = { next: () => void; back: (orderid: string) => void }

type ResolveTicketProps = { order: BoardOrder; typed: TypedAnswers; goTo: TicketGoTo }

/**
 * The resolution of a ticket, and the text for the customer. Starting to answer assigns an
 * unassigned ticket.
 */
export function ResolveTicket({ order, typed, goTo }: ResolveTicketProps) {
  const me = useMe()
  const nowMs = useNow(5_000)
  const holder = ticketAssignee(order, me._id, nowMs)
  const assignment = useAssignTicket(order)
  const { answer, text } = typed.of(order.orderid)
  const redelivery = useRedelivery(order)
  const onSent = (sent: string) => typed.sent(order.orderid, sent)
  const sending = useSending(order, { redelivery, text, onSent, goTo })
  const writing = useWriting(order, { text, onSent })
  const needsApproval = order.refundable > useRefundLimit(order.orderid)
  const take = () => {
    if (holder.kind === 'unassigned') assignment.mutate('assign')
  }
  const choose = (chosen: TicketResolution) => {
    const isUntouched = text === '' || isCanned(text)
    const draft = order.redeliveryOf && chosen === 'redelivered' ? '' : drafts[chosen]
    typed.keep(order.orderid, { answer: chosen, text: isUntouched ? draft : text })
    take()
  }
  const isAssignedToOther = holder.kind === 'other'
  const options = [redelivery.choice, ...choicesFor(order, needsApproval)]
  // The chosen resolution may no longer be available: the order was refunded or redelivered in the
  // meantime.
  const isAnswerAvailable = options.some(({ value, disabled }) => value === answer && !disabled)
  const isWaiting = answer === 'redelivered' && redelivery.isReading
  return (
    <form
      className="stack stack-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (answer && isAnswerAvailable && !isWaiting && !writing.isPending)
          void sending.send({
            answer,
            text: text.trim(),
            needsApproval: needsApproval && answer === 'refunded',
          })
      }}
    >
      <ChoiceGroup label="Outcome" options={options} value={answer} onChange={choose} />
      {redelivery.mayPick && (answer === 'redelivered' || redelivery.isStopped) && (
        <RedeliveryUnits {...redelivery} onChoose={() => choose('redelivered')} />
      )}
      <TextArea
        id="ticket-answer"
        label={`Reply to ${order.customer.name}`}
        hint="At least 3 letters. Shown to the customer."
        rows={3}
        maxLength={300}
        value={text}
        onChange={(event) => typed.keep(order.orderid, { answer, text: event.target.value })}
      />
      <AnswerDrafts
        text={text}
        language={order.ticketFacts?.language ?? 'en'}
        onChoose={(draft) => {
          typed.keep(order.orderid, { answer, text: draft })
          take()
        }}
      />
      {answer === 'refunded' && <RefundLimitNote orderid={order.orderid} />}
      {sending.error && <InlineMessage kind="bad" title={messageOf(sending.error)} role="alert" />}
      {isAssignedToOther && <p className="sm t2">Assigned to {holder.name}. Reassign to you to reply.</p>}
      <div className="row row-end wrap">
        <AnswerOnly writing={writing} text={text.trim()} disabled={isAssignedToOther || sending.isPending} />
        <Button
          type="submit"
          variant="accent"
          disabled={
            isAssignedToOther ||
            writing.isPending ||
            !isAnswerAvailable ||
            isWaiting ||
            text.trim().length < 3
          }
          busy={sending.isPending}
          busyText="Sending…"
        >
          {answer === 'redelivered'
            ? `${redelivery.buttonText}${sending.isRevealed ? ' anyway' : ''}`
            : buttonText(order, { answer, needsApproval, isRevealed: sending.isRevealed })}
        </Button>
      </div>
    </form>
  )
}

type AnswerInput = { answer: TicketResolution; text: string; needsApproval: boolean }

type SendingOptions = {
  redelivery: Pick<ReturnType<typeof useRedelivery>, 'send' | 'picked'>
  text: string
  onSent: (text: string) => void
  goTo: TicketGoTo
}

/** The orders whose customer has opened a code, as the server said: a refund then needs a second press. */
const revealedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Sends an answer after the seconds in which it can be undone; the next ticket is open by then. */
function useSending(
  { orderid, itemname, ticket }: BoardOrder,
  { redelivery, text: typed, onSent, goTo }: SendingOptions,
) {
  const { call, store } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey(typed)
  const canHold = () => store.get(undoMsAtom) > 0
  const [revealed, setRevealed] = useAtom(revealedAtom)
  const isRevealed = revealed.has(orderid)
  const sending = useMutation({
    mutationFn: ({ answer, text, needsApproval }: AnswerInput) => {
      const common = {
        text,
        readCount: ticket?.messages?.length ?? 0,
        ...(isRevealed ? { codeRevealed: true as const } : {}),
      }
      if (answer === 'redelivered') {
        const { units: packs, chosen } = redelivery.picked
        const body = { ...common, ...(packs.length > 1 ? { units: chosen } : {}) }
        return redelivery.send({ body, idempotencyKey: idempotency.keyFor({ answer, ...body }) })
      }
      const body = {
        resolution: answer,
        ...common,
        ...(needsApproval ? { requestApproval: true as const } : {}),
      }
      return call(resolveTicket, { params: { id: orderid }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onSuccess: (_order, { needsApproval, text }) => {
      onSent(text)
      pushToast(store, {
        kind: 'ok',
        title: needsApproval ? 'Approval requested.' : 'Reply sent.',
        text: itemname,
      })
      if (!canHold() && !needsApproval) goTo.next()
    },
    onError: (error) => {
      idempotency.renewIfRefused(error)
      if (error instanceof ApiError && error.code === 'code_revealed')
        setRevealed((before) => new Set(before).add(orderid))
      noteRefusal(queries, orderid, error)
      // Another ticket is open meanwhile; what was typed is still at this one.
      if (canHold())
        pushToast(store, { kind: 'bad', title: `${itemname}: reply not sent.`, text: messageOf(error) })
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: requestsKey })
      return queries.invalidateQueries({ queryKey: ticketsKey })
    },
  })
  const send = async (input: AnswerInput) => {
    if (input.needsApproval || !canHold()) return sending.mutate(input)
    goTo.next()
    const held = { title: 'Reply sent', text: itemname, orderids: [orderid] }
    if (await holdAction(store, held)) sending.mutate(input)
    else goTo.back(orderid)
  }
  return { ...sending, send, isRevealed }
}

function buttonText(
  { refundable }: BoardOrder,
  {
    answer,
    needsApproval,
    isRevealed,
  }: { answer: TicketResolution | undefined; needsApproval: boolean; isRevealed: boolean },
): string {
  if (answer !== 'refunded') return 'Send reply'
  if (needsApproval) return askText
  return `Refund ${formatRupees(refundable)}${isRevealed ? ' anyway' : ''} and reply`
}

/** A redelivered order, or a redelivery itself, has nothing to refund. */
const choicesFor = (order: BoardOrder, needsApproval: boolean): readonly Choice<TicketResolution>[] =>
  order.nextSteps.includes('Refunded') ? [refundChoice(order, needsApproval), ...otherChoices] : otherChoices

const refundChoice = (order: BoardOrder, needsApproval: boolean): Choice<TicketResolution> => ({
  value: 'refunded',
  label: `Refund ${formatRupees(order.refundable)}`,
  detail: needsApproval
    ? 'Needs approval. Ticket stays open.'
    : 'Refunded to wallet. Order becomes Refunded.',
})

const otherChoices: readonly Choice<TicketResolution>[] = [
  {
    value: 'delivered',
    label: 'Delivered',
    detail: 'No refund. Attach the supplier’s proof.',
  },
  { value: 'explained', label: 'Explain', detail: 'No refund. Tell the customer what happened.' },
]

type Written = { text: string; onSent: (text: string) => void }

/** Sends a text to the customer and leaves the ticket open. */
function useWriting({ orderid, itemname }: BoardOrder, { text: typed, onSent }: Written) {
  const { store } = useServices()
  return useSend(writeToTicket, {
    params: { id: orderid },
    choice: typed,
    reads: ticketsKey,
    onDone: (_order, { text }) => {
      onSent(text)
      pushToast(store, { kind: 'ok', title: 'Message sent. Ticket stays open.', text: itemname })
    },
  })
}

type AnswerOnlyProps = { writing: ReturnType<typeof useWriting>; text: string; disabled: boolean }

/** The button that sends the text without resolving the ticket. */
function AnswerOnly({ writing, text, disabled }: AnswerOnlyProps) {
  return (
    <>
      {writing.error && (
        <span className="bad-text sm" role="alert">
          {messageOf(writing.error)}
        </span>
      )}
      <Button
        variant="quiet"
        disabled={disabled || text.length < 2}
        busy={writing.isPending}
        busyText="Sending…"
        onClick={() => writing.mutate({ text })}
      >
        Send message
      </Button>
    </>
  )
}
