import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { traceText, traceLines } from './trace-text.ts'
import type { Tone } from './trace-line.ts'
import { askedText, traceNote } from './money-told.ts'
import { useTracePayment } from './use-trace-payment.ts'
import { useGatewayCheck } from './use-order.ts'

type TracePaymentProps = { order: Order; checkedAt: number }

/** "Where is my money?": the answer with a place, then the bank, our books and the supplier, each with its time. */
export function TracePayment({ order, checkedAt }: TracePaymentProps) {
  const { trace, isAsking, refusal, ask } = useTracePayment(order.client_txn_id)
  const now = useNow(15_000)
  const sides = trace && [trace.bank, trace.ledger, trace.supplier]
  return (
    <section className="panel trace" aria-labelledby="trace">
      <h2 className="d3" id="trace">
        {t('Where is my money?')}
      </h2>
      <p className="trace-answer">{traceText(order)}</p>
      <ul className="three">
        {traceLines(order).map(({ who, text, tone }, place) => {
          const side = sides?.[place]
          const asked = side && askedText(side)
          return (
            <li key={who}>
              <span className={tone}>
                <Icon name={toneIcons[tone]} />
              </span>
              <span className="grow">
                <b>{who}</b>
                <span className="t2 line">{text}</span>
                {asked && <span className="xs t3 line">{asked}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="t2 sm said" role="status">
        {isAsking ? t('Asking the bank, our books and the supplier …') : trace && traceNote(trace, now)}
      </p>
      {refusal && (
        <p className="hint warn" role="alert">
          {plainText(refusal)}
        </p>
      )}
      <div className="row between">
        <span className="xs t3">{!trace && <Checked order={order} checkedAt={checkedAt} />}</span>
        <Button size="sm" icon="refresh-cw" busy={isAsking} busyText={t('Checking')} onClick={ask}>
          {t('Check again')}
        </Button>
      </div>
    </section>
  )
}

/** Before anybody asked: whose word the lines are, and from when. */
function Checked({ order, checkedAt }: TracePaymentProps) {
  const asked = useGatewayCheck(order.client_txn_id)
  const ago = <TimeText at={checkedAt} as="ago" />
  if (order.status === 'Created' && asked) {
    return rich(asked.isAnswered ? 'Bank asked {ago}' : 'Bank asked {ago}, no answer yet', {
      ago: <TimeText at={asked.at} as="ago" />,
    })
  }
  if (order.status !== 'Processing' || order.delivery === 'manual')
    return rich('From our books, read {ago}', { ago })
  return rich('From our books, read {ago}. We ask the supplier by ourselves.', { ago })
}

const toneIcons: Record<Tone, IconName> = {
  ok: 'circle-check',
  warn: 'clock',
  bad: 'circle-x',
  dim: 'clock',
}
