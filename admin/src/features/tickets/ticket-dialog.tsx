import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { TicketAnswer } from '@jhatpat/shared/contracts/order-ticket.ts'
import { answerTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Choice, ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HandOverPart } from '../../lib/hand-over/hand-over-part.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { factText, unitText } from '../../lib/order-facts.ts'
import { drafts } from '../../lib/ticket-texts.ts'
import { ticketsKey } from './use-tickets.ts'

type Props = { order: BoardOrder; onClose: () => void }

/** How a report ends, and the sentence that its customer reads. */
export function TicketDialog({ order, onClose }: Props) {
  const [answer, setAnswer] = useState<TicketAnswer>()
  const [text, setText] = useState('')
  const [key] = useState(newKey)
  const [wasOpened, setWasOpened] = useState(false)
  const { call } = useServices()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (chosen: TicketAnswer) =>
      call(answerTicket, {
        params: { id: order.orderid },
        body: { answer: chosen, text: text.trim(), ...(wasOpened ? { codeSeen: true } : {}) },
        // Another answer is another request.
        idempotencyKey: `${key}-${chosen}-${wasOpened}`,
      }),
    onSuccess: onClose,
    onError: (error) => setWasOpened(error instanceof ApiError && error.code === 'order_code_seen'),
    onSettled: () => queries.invalidateQueries({ queryKey: ticketsKey }),
  })
  const choose = (chosen: TicketAnswer) => {
    const isUntouched = text === '' || (answer !== undefined && text === drafts[answer])
    setAnswer(chosen)
    if (isUntouched) setText(drafts[chosen])
  }
  return (
    <Dialog open kind="wide" onClose={onClose} title={`Not received: ${groupId(order.orderid)}`}>
      <div className="stack stack-4">
        <Known order={order} />
        <HandOverPart order={order} onDone={() => queries.invalidateQueries({ queryKey: ticketsKey })} />
        <ChoiceGroup label="How it ends" options={choicesFor(order)} value={answer} onChange={choose} />
        <TextArea
          label={`Answer to ${order.customer.name}`}
          hint="At least three letters. It is sent as it stands."
          rows={3}
          maxLength={300}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {sending.error && <Note kind="bad" title={messageOf(sending.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button
            variant="accent"
            disabled={answer === undefined || text.trim().length < 3}
            busy={sending.isPending}
            busyText="Sending"
            onClick={() => answer && sending.mutate(answer)}
          >
            {answer === 'refunded'
              ? `Refund ${formatRupees(order.leftToRefund)}${wasOpened ? ' all the same' : ''} and answer`
              : 'Answer'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const choicesFor = (order: BoardOrder): readonly Choice<TicketAnswer>[] => [
  {
    value: 'refunded',
    label: `Refund ${formatRupees(order.leftToRefund)}`,
    detail: 'To the wallet at once. The order becomes Refunded.',
  },
  {
    value: 'delivered',
    label: 'Delivered after all',
    detail: 'No money moves. Needs the supplier’s proof.',
  },
  { value: 'explained', label: 'Explain', detail: 'No money moves. Say what happened.' },
]

/** The order's past with its times, and the supplier's own words. */
function Known({ order }: { order: BoardOrder }) {
  return (
    <ul className="facts">
      {order.timeline.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the past only grows at its end
        <li key={at}>
          <time dateTime={entry.at} title={fullTime(entry.at)}>
            {clockTime(entry.at, { seconds: true }).replace(/ [ap]m$/, '')}
          </time>
          <span>{factText(entry, order)}</span>
        </li>
      ))}
      {order.unitList.map((unit) => (
        <li key={unit.ref}>
          <span className="t3">Supplier</span>
          <span>{unitText(unit)}</span>
        </li>
      ))}
    </ul>
  )
}
