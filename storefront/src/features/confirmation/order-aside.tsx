import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { KeyValues } from '@jhatpat/shared/ui/slip.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { moneyAnswer, moneyLines } from './money-answer.ts'
import type { Tone } from './money-line.ts'
import { useBankAsked } from './use-order.ts'

type OrderAsideProps = { order: Order; checkedAt: number; checking: boolean; onCheck: () => void }

/** Where the money is, and what was ordered. */
export function OrderAside({ order, checkedAt, checking, onCheck }: OrderAsideProps) {
  return (
    <aside className="stack stack-4 aside">
      <section className="panel where" aria-labelledby="where">
        <h2 className="d3" id="where">
          {t('Where is my money?')}
        </h2>
        <p className="ans">{moneyAnswer(order)}</p>
        <ul className="three">
          {moneyLines(order).map(({ who, text, tone }) => (
            <li key={who}>
              <span className={tone}>
                <Icon name={toneIcons[tone]} />
              </span>
              <span className="grow">
                <b>{who}</b>
                <span className="t2 line">{text}</span>
              </span>
            </li>
          ))}
        </ul>
        <div className="row between">
          <span className="xs t3">
            <Checked order={order} checkedAt={checkedAt} />
          </span>
          <Button size="sm" icon="refresh-cw" busy={checking} busyText={t('Checking')} onClick={onCheck}>
            {t('Check again')}
          </Button>
        </div>
      </section>
      <OrderDetails order={order} />
    </aside>
  )
}

/** Whom a check asks: the bank while its money is waited for, else our books. */
function Checked({ order, checkedAt }: Pick<OrderAsideProps, 'order' | 'checkedAt'>) {
  const asked = useBankAsked(order.client_txn_id)
  const ago = <TimeText at={checkedAt} as="ago" />
  if (order.status === 'Created' && asked) {
    return rich(asked.isAnswered ? 'Bank asked {ago}' : 'Bank asked {ago}, no answer yet', {
      ago: <TimeText at={asked.at} as="ago" />,
    })
  }
  if (order.status !== 'Processing' || order.delivery === 'by_hand')
    return rich('From our books, read {ago}', { ago })
  return rich('From our books, read {ago}. We ask the supplier by ourselves.', { ago })
}

const toneIcons: Record<Tone, IconName> = {
  ok: 'circle-check',
  warn: 'clock',
  bad: 'circle-x',
  dim: 'clock',
}

function OrderDetails({ order }: { order: Order }) {
  const [first, second] = order.product.inputs
  const labels = second?.label ? `${first?.label ?? t('For')} (${second.label})` : (first?.label ?? t('For'))
  return (
    <section className="panel" aria-label={t('Order details')}>
      <div className="row row-3 what">
        <Picture className="thumb-lg" src={order.product.imgpath} width={64} height={80} eager />
        <div>
          <p className="b" lang="en">
            {order.itemname}
          </p>
          <p className="t2 sm" lang="en">
            {order.product.name}
          </p>
        </div>
      </div>
      <KeyValues
        rows={[
          [
            t('Order'),
            <span key="id" className="row row-end">
              {groupId(order.orderid)}
              <CopyButton text={order.orderid} label={t('Copy the order id')} />
            </span>,
          ],
          [t('Username'), order.username || undefined],
          [labels, order.input2 ? `${order.input1} (${order.input2})` : order.input1],
          [t('Paid by'), order.paymentmode === 'upi' ? 'UPI' : t('Wallet')],
          [t('Ordered'), <TimeText key="at" at={order.createdAt} />],
          [t('Total'), <Money key="total" rupees={order.value} />],
        ]}
      />
    </section>
  )
}
