import type { TicketIssue } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Choice, ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useEffect, useRef, useState } from 'react'
import { useContact } from '../../lib/use-contact.ts'
import { dayAndTime } from './day-and-time.ts'
import { rupeesText } from './order-status-text.ts'
import { useReport } from './use-report.ts'

const issues = (): readonly Choice<TicketIssue>[] => [
  { value: 'not_received', label: t('Nothing received'), detail: t('I’ve restarted the game or app') },
  { value: 'partly_received', label: t('Received less than I paid for'), detail: t('Only a part arrived') },
  { value: 'wrong_account', label: t('Sent to another account'), detail: t('It wasn’t my ID') },
]

const hourMs = 3_600_000

type ReportFormProps = { order: Order; onClose: () => void }

/** "Not received": all known facts are attached automatically, so that one tap is enough. */
export default function ReportForm({ order, onClose }: ReportFormProps) {
  const [issue, setIssue] = useState<TicketIssue>('not_received')
  const [note, setNote] = useState('')
  const { report, isSending, refusal } = useReport(order, note)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="report" aria-labelledby="report">
      <h2 className="d3" id="report" ref={heading} tabIndex={-1}>
        {t('Not received?')}
      </h2>
      <p className="t2">
        {t('One tap sends us all order details. Nothing to type.')} <AnsweredBy />
      </p>
      <ChoiceGroup label={t('What happened')} options={issues()} value={issue} onChange={setIssue} />
      <div>
        <p className="label">{t('Sent automatically')}</p>
        <ul className="all">
          {attachedFacts(order).map((line) => (
            <li key={line}>
              <Icon name="check" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
      <TextArea
        label={t('Add details (optional)')}
        rows={2}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {refusal && (
        <InlineMessage kind="bad" role="alert" title={t('Couldn’t submit your ticket')}>
          {plainText(refusal.says)}
        </InlineMessage>
      )}
      <div className="row wrap">
        <Button
          variant="accent"
          busy={isSending}
          busyText={t('Sending')}
          onClick={() => report({ issue, note })}
        >
          {t('Submit ticket')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('I received it')}
        </Button>
      </div>
    </section>
  )
}

function AnsweredBy() {
  const now = useNow(60_000)
  const hours = useContact(true)?.answerHours
  return hours === undefined
    ? null
    : t('We’ll reply by {time}.', { time: dayAndTime(now + hours * hourMs, now) })
}

/** The facts that a report contains without the customer's text, as far as this order has them. */
export function attachedFacts(order: Order): string[] {
  const { input1, input2, username, transactionid, paymentmode } = order
  const delivery = order.timeline.findLast(({ step }) => step === 'unit_delivered')?.reference
  const account = input2 ? `${input1} (${input2})` : input1
  const id = groupId(order.orderid)
  return [
    t('Order {id}, {item} for {sum}, to {account}', {
      id,
      item: order.itemname,
      sum: rupeesText(order.value),
      account,
    }),
    ...(username ? [t('Verified name: {name}', { name: username })] : []),
    ...(transactionid
      ? [t(paymentmode === 'upi' ? 'UPI ref. no. {id}' : 'Wallet transaction {id}', { id: transactionid })]
      : []),
    ...(delivery ? [t('Delivery ref. {id}', { id: delivery })] : []),
    t('Full order history'),
  ]
}
