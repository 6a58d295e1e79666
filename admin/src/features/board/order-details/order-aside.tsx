import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { OrderCosts, OrderDetailsResult } from '@jhatpat/shared/contracts/order-details.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { dayText, dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import type { ReactNode } from 'react'
import { CustomerLink } from '../../../lib/customer-link.tsx'
import { usePermission } from '../../../lib/me.ts'
import { inFours } from '../../../lib/order-facts.ts'
import { nameOf as supplierName } from '../../../lib/suppliers/supplier-names.ts'
import { amountText } from '../../../lib/suppliers/supplier-texts.ts'
import { countText } from '../../../lib/table/table-texts.ts'
import { PlayerDetails } from '../player-details.tsx'

/** What was bought, by which customer, and which admins viewed it. */
export function OrderAside({ page }: { page: OrderDetailsResult }) {
  return (
    <aside className="stack" aria-label="Details">
      <ItemPanel page={page} />
      <CustomerPanel page={page} />
      <ViewsPanel views={page.views} />
    </aside>
  )
}

function ItemPanel({ page: { order, costs } }: { page: OrderDetailsResult }) {
  return (
    <section className="panel">
      <div className="row row-3 order-item">
        <Picture className="thumb" src={order.product.imgpath} width={64} height={80} />
        <div>
          <p className="b">{order.itemname}</p>
          <p className="t2 sm">{order.product.name}</p>
        </div>
      </div>
      <PlayerDetails order={order} />
      <dl className="key-values">
        <Fact name="Price">{order.redeliveryOf ? 'Free replacement' : formatRupees(order.value)}</Fact>
        {costs && <Costs costs={costs} order={order} />}
        {order.transactionid && (
          <Fact name={order.paymentmode === 'upi' ? 'UPI ref. no.' : 'Wallet transaction'}>
            <span className="mono wrap-any">{inFours(order.transactionid)}</span>
          </Fact>
        )}
        <Fact name="Date">
          <span title={fullTime(order.createdAt)}>{dayTime(order.createdAt)}</span>
        </Fact>
        {order.credited > 0 && <Fact name="Refunded to wallet">{formatRupees(order.credited)}</Fact>}
      </dl>
      {order.status === 'Processing' && (
        <p className="to-board">
          <ButtonLink size="sm" href={`/orders?order=${order.orderid}`}>
            Open in pending orders
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

type CostsProps = { costs: OrderCosts; order: OrderDetailsResult['order'] }

/** The cost in the supplier's unit and in rupees, and what is left of the price. */
function Costs({ costs: { account, amounts, unit, rupees }, order }: CostsProps) {
  const kept = order.value - order.credited
  const percent = rupees !== null && kept > 0 ? Math.floor(((kept - rupees) / kept) * 1_000) / 10 : null
  return (
    <>
      <Fact name="Our cost">
        {amounts.map((amount) => (unit ? amountText(amount, unit) : amount)).join(' + ')}
        {rupees !== null && ` = ${formatRupees(rupees, { exact: true })}`}
      </Fact>
      {rupees !== null && !order.redeliveryOf && (
        <Fact name="Margin">
          {formatRupees(kept - rupees, { exact: true })}
          {percent !== null && ` (${percent.toFixed(1)}%)`}
        </Fact>
      )}
      <Fact name="Supplier">{supplierName(account)}</Fact>
    </>
  )
}

function CustomerPanel({ page: { order, customer } }: { page: OrderDetailsResult }) {
  const may = usePermission()
  const { name, mobilenumber, role } = order.customer
  return (
    <section className="panel">
      <div className="row row-3 order-item">
        <Avatar name={name} />
        <div>
          <p className="b">
            <CustomerLink id={order.customer._id}>
              {role === 'reseller' ? `${name} (reseller)` : name}
            </CustomerLink>
          </p>
          {customer && <p className="t2 sm">Customer since {dayText(customer.since)}</p>}
        </div>
      </div>
      <dl className="key-values">
        <Fact name="Email">
          <span className="wrap-any">{order.useremail}</span>
        </Fact>
        {mobilenumber && <Fact name="Mobile">{groupMobile(mobilenumber)}</Fact>}
        {customer && (
          <Fact name="Orders">
            {countText(customer.orders, customer.hasMore)}
            {!customer.hasMore && `, ${customer.refunded} refunded`}
          </Fact>
        )}
        {customer && <Fact name="Wallet">{formatRupees(customer.balance)}</Fact>}
      </dl>
      <p className="row wrap order-ways sm">
        <AppLink className="link" href={`/txn?q=${encodeURIComponent(order.useremail)}`}>
          All orders of this customer
        </AppLink>
        {may('wallet.view') && (
          <AppLink className="link" href={`/wallettxn?q=${order.orderid}`}>
            Wallet transactions
          </AppLink>
        )}
        <a
          className="link"
          href={`/confirmation?client_txn_id=${order.orderid}`}
          target="_blank"
          rel="noreferrer"
        >
          Customer view
        </a>
      </p>
    </section>
  )
}

function ViewsPanel({ views }: Pick<OrderDetailsResult, 'views'>) {
  return (
    <section className="panel">
      <h2 className="d4">Viewed by</h2>
      <ul className="views sm">
        {views.map(({ by, actorId, at }) => (
          <li key={`${at} ${actorId}`} className="row between">
            <span className="wrap-any">{by}</span>
            <time className="t2" dateTime={at} title={fullTime(at)}>
              {dayTime(at)}
            </time>
          </li>
        ))}
      </ul>
      <p className="t3 xs">Opening this page is recorded (once per 10 min).</p>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
