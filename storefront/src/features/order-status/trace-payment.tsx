import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { PaymentTrace, tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { dayAndTime } from './day-and-time.ts'
import type { Tone } from './trace-line.ts'
import { traceLines, traceText } from './trace-text.ts'
import { useGatewayCheck, useOrderCache } from './use-order.ts'

type TracePaymentProps = { order: Order; checkedAt: number }

/** "Where is my money?": the answer with a place, then gateway, ledger and supplier, each with its time. */
export function TracePayment({ order, checkedAt }: TracePaymentProps) {
  const { trace, isAsking, refusal, checkNow } = useTracePayment(order.client_txn_id)
  const now = useNow(15_000)
  const sides = trace && [trace.bank, trace.ledger, trace.supplier]
  return (
    <section className="panel trace" aria-labelledby="trace">
      <h2 className="d3" id="trace">
        {t('Where is my money?')}
      </h2>
      <p className="trace-answer">{traceText(order)}</p>
      <ul className="three">
        {traceLines(order).map(({ party, text, tone }, index) => {
          const side = sides?.[index]
          const checkedText = side && sideText(side)
          return (
            <li key={party}>
              <span className={tone}>
                <Icon name={toneIcons[tone]} />
              </span>
              <span className="grow">
                <b>{party}</b>
                <span className="t2 line">{text}</span>
                {checkedText && <span className="xs t3 line">{checkedText}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="t2 sm said" role="status">
        {isAsking
          ? t('Checking with the bank, our records and the supplier…')
          : trace && traceNote(trace, now)}
      </p>
      {refusal && (
        <p className="hint warn" role="alert">
          {plainText(refusal)}
        </p>
      )}
      <div className="row between wrap">
        <span className="grow xs t3">{!trace && <Checked order={order} checkedAt={checkedAt} />}</span>
        <Button size="sm" icon="refresh-cw" busy={isAsking} busyText={t('Checking')} onClick={checkNow}>
          {t('Check again')}
        </Button>
      </div>
    </section>
  )
}

/** Before the first check: the source and time of the lines. */
function Checked({ order, checkedAt }: TracePaymentProps) {
  const gatewayCheck = useGatewayCheck(order.client_txn_id)
  const ago = <TimeText at={checkedAt} as="ago" />
  if (order.status === 'Created' && gatewayCheck) {
    return rich(gatewayCheck.isAnswered ? 'Bank checked {ago}' : 'Bank checked {ago}, no response yet', {
      ago: <TimeText at={gatewayCheck.at} as="ago" />,
    })
  }
  if (order.status !== 'Processing' || order.delivery === 'manual')
    return rich('Our records, checked {ago}', { ago })
  return rich('Our records, checked {ago}. We keep checking with the supplier.', { ago })
}

const toneIcons: Record<Tone, IconName> = {
  ok: 'circle-check',
  warn: 'clock',
  bad: 'circle-x',
  dim: 'clock',
}

/**
 * The text under the answer: which check got no answer, and until when we keep trying. Empty if there is
 * nothing to add.
 */
function traceNote({ bank, ledger, supplier, watchedUntil }: PaymentTraceView, now: number): string {
  if (ledger.kind === 'differ') {
    return t('We found a mismatch in this order’s records. Our team is looking into it.')
  }
  const isFollowedUp = watchedUntil !== undefined && Date.parse(watchedUntil) > now
  const until = isFollowedUp
    ? t('We’ll keep checking until {time}.', { time: dayAndTime(watchedUntil, now) })
    : ''
  const silent = [
    ...(bank.kind === 'silent' ? [t('The bank didn’t respond.')] : []),
    ...(supplier.kind === 'silent' ? [t('The supplier didn’t respond.')] : []),
    ...(ledger.kind === 'silent' ? [t('Our records are unavailable right now.')] : []),
  ]
  return [...silent, until || (silent.length > 0 ? t('We’ll check again automatically.') : '')]
    .filter(Boolean)
    .join(' ')
}

/** When one of the three was checked, and whether it answered; empty if it was not checked. */
function sideText({ kind, at }: PaymentTrace): string {
  const time = clockTime(at, { seconds: true })
  switch (kind) {
    case 'answered':
      return t('Checked at {time}', { time })
    case 'silent':
      return t('No response at {time}', { time })
    case 'differ':
      return t('Mismatch at {time}', { time })
    case 'known':
    case 'not_asked':
      return ''
    default:
      return kind satisfies never
  }
}

type PaymentTraceView = Omit<ResultOf<typeof tracePayment>, 'order' | 'data'>

/** The server answers within 8 s; the rest is for the network. */
const timeoutMs = 12_000

/** Checks gateway, ledger and supplier at once, and shows the order with their answers. */
function useTracePayment(client_txn_id: string) {
  const call = useCall()
  const show = useOrderCache()
  const [trace, setTrace] = useState<PaymentTraceView>()
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const checkNow = async () => {
    setIsAsking(true)
    setRefusal(undefined)
    try {
      const { order, data, ...sides } = await call('tracePayment', { params: { client_txn_id }, timeoutMs })
      show(order, data.asked)
      setTrace(sides)
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    }
    setIsAsking(false)
  }
  return { trace, isAsking, refusal, checkNow }
}
