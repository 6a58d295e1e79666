import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import type { Column } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { confirmationPath } from './addresses.ts'
import { buyAgainPath } from './addresses-of-orders.ts'

/** The text of a Cancelled order without a reason (specification §8). */
const noReason: Text = 'No reason provided'

/** An order as a list shows it. */
export type ListedOrder = Pick<
  Order,
  | ('orderid' | 'client_txn_id' | 'itemname' | 'input1' | 'input2' | 'value' | 'paymentmode')
  | ('status' | 'reason' | 'createdAt')
> & { product: Pick<Order['product'], '_id' | 'name' | 'imgpath'> }

/** A row of typical length: skeleton rows take its size. */
export const sampleOrder: ListedOrder = {
  orderid: 'JP261121K7Q2MD3A',
  client_txn_id: '',
  itemname: '284 Diamonds',
  value: 345,
  reason: '',
  input1: '123456789',
  input2: '1234',
  paymentmode: 'upi',
  status: 'Completed',
  createdAt: '2026-01-31T10:00:00.000Z',
  product: { _id: '', name: 'Mobile Legends', imgpath: '' },
}

/** Only a redelivery is free. */
function payWord({ value, paymentmode }: ListedOrder): string {
  if (value === 0) return t('Free replacement')
  return paymentmode === 'upi' ? 'UPI' : t('Wallet')
}

/** In the current language. */
export const orderColumns = (): readonly Column<ListedOrder>[] => [
  {
    key: 'item',
    head: t('Item'),
    cell: (order) => (
      <AppLink className="row row-3 order-link opens" href={confirmationPath(order.client_txn_id)}>
        <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
        <span>
          <span className="b line" lang="en">
            {order.itemname}
          </span>
          <span className="t2 xs" lang="en">
            {order.product.name}
          </span>
        </span>
      </AppLink>
    ),
  },
  {
    key: 'order',
    head: t('Order'),
    className: 'mono nowrap t2',
    cell: (order) => groupId(order.orderid),
  },
  {
    key: 'uid',
    head: t('Uid/Email'),
    className: 'mono',
    cell: (order) => (
      <>
        <bdi className="uid">{order.input1}</bdi>
        <span className="t3 xs">
          {' '}
          {order.input2 && (
            <>
              (<bdi>{order.input2}</bdi>)
            </>
          )}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    head: t('Amount'),
    right: true,
    className: 'right',
    cell: (order) => (
      <>
        <Money rupees={order.value} />
        <span className="t3 xs line">{payWord(order)}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: t('Status'),
    cell: (order) => (
      <>
        <StatusPill status={order.status} ofOrder />
        {order.status === 'Cancelled' && (
          <span className="t3 xs line">{plainText(order.reason || noReason)}</span>
        )}
      </>
    ),
  },
  {
    key: 'date',
    head: t('Date'),
    className: 't2 nowrap',
    cell: (order) => <TimeText at={order.createdAt} />,
  },
  {
    key: 'actions',
    head: t('Actions'),
    quiet: true,
    right: true,
    cell: (order) => <OrderAction order={order} />,
  },
]

function OrderAction({ order }: { order: ListedOrder }) {
  const page = confirmationPath(order.client_txn_id)
  if (order.status === 'Created') {
    return (
      <ButtonLink size="sm" variant="accent" href={page}>
        {t('Verify Payment')}
      </ButtonLink>
    )
  }
  if (order.status === 'Processing') {
    return (
      <ButtonLink size="sm" href={page}>
        {t('Track')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink size="sm" variant="quiet" icon="repeat" href={buyAgainPath(order)}>
      {t('Buy again')}
    </ButtonLink>
  )
}
