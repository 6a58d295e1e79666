import type { OrderTicket, TicketMessage } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { counted, plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { dayAndTime } from './day-and-time.ts'
import { useReport } from './use-report.ts'

type Talk = { order: Order; ticket: OrderTicket }

/** The messages about a report, and the form for another one while it is open. */
export default function TicketMessages({ order, ticket }: Talk) {
  const now = useNow(15_000)
  const messages = messagesOf(ticket)
  const { replies } = ticket
  const isOver = replies?.until !== undefined && Date.parse(replies.until) < now
  return (
    <section className="talk" aria-label={t('Messages')}>
      {messages.length > 0 && (
        <ol aria-live="polite">
          {messages.map((message) => (
            <Message key={`${message.from} ${message.at} ${message.text}`} message={message} />
          ))}
        </ol>
      )}
      <Reply order={order} replies={isOver ? undefined : replies} />
    </section>
  )
}

/** The answer is in the page's heading; with several messages it is repeated here. */
function messagesOf({ messages = [], resolution: answer }: OrderTicket): readonly TicketMessage[] {
  return answer && messages.length > 0
    ? [...messages, { from: 'team', text: answer.text, at: answer.at }]
    : messages
}

function Message({ message: { from, text, at } }: { message: TicketMessage }) {
  return (
    <li className={from === 'customer' ? 'mine' : undefined}>
      <p className="xs t3">
        <b className="t2">{from === 'customer' ? t('You') : 'Jhatpat'}</b> <TimeText at={at} />
      </p>
      <p className="wrap-any">{from === 'team' ? plainText(text) : text}</p>
    </li>
  )
}

type ReplyProps = { order: Order; replies: OrderTicket['replies'] }

/** The form: typed text stays if the time for messages ends meanwhile, and the server refuses it. */
function Reply({ order, replies }: ReplyProps) {
  const now = useNow(60_000)
  const [draft, setDraft] = useState<string>()
  const remaining = replies?.left ?? 0
  if (draft !== undefined && (remaining > 0 || draft.trim() !== '')) {
    return (
      <ReplyForm
        {...{ order, remaining }}
        text={draft}
        onType={setDraft}
        onClose={() => setDraft(undefined)}
      />
    )
  }
  if (!replies) return null
  const { until } = replies
  if (remaining < 1) {
    return (
      <p className="t2 sm">
        {t('You’ve reached the message limit for this ticket. Our team will read everything.')}
      </p>
    )
  }
  return (
    <div className="row between wrap">
      {until && (
        <p className="t2 sm">
          {t('Not resolved? Reply by {time} to reopen your ticket.', {
            time: dayAndTime(until, now),
          })}
        </p>
      )}
      <Button icon="message-circle" onClick={() => setDraft('')}>
        {t('Write a message')}
      </Button>
    </div>
  )
}

type ReplyFormProps = {
  order: Order
  remaining: number
  text: string
  onType: (text: string) => void
  onClose: () => void
}

function ReplyForm({ order, remaining, text, onType, onClose }: ReplyFormProps) {
  const { reply, isSending, refusal } = useReport(order, text)
  const isOfText = refusal?.field === 'text'
  return (
    <form
      className="stack"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!isSending && (await reply(text.trim()))) onClose()
      }}
    >
      <TextArea
        autoFocus
        label={t('Your message to our team')}
        rows={3}
        maxLength={500}
        value={text}
        hint={remaining > 0 ? counted(remaining, '{n} message left', '{n} messages left') : undefined}
        error={isOfText ? plainText(refusal.says) : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {refusal && !isOfText && (
        <InlineMessage kind="bad" role="alert" title={t('Couldn’t send your message')}>
          {plainText(refusal.says)}
        </InlineMessage>
      )}
      <div className="row wrap">
        <Button type="submit" variant="accent" busy={isSending} busyText={t('Sending')}>
          {t('Send')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
