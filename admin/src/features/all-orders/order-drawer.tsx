import type { OrderLine } from '@jhatpat/shared/contracts/admin-lists.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { groupId, groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import type { ReactNode } from 'react'
import { CustomerLink } from '../../lib/customer-link.tsx'

/** All of an order's line, each fact to be copied, and the ways on from it. */
export function OrderDrawer({ order, onClose }: { order: OrderLine | undefined; onClose: () => void }) {
  if (!order) return null
  return (
    <Dialog open onClose={onClose} title={groupId(order.orderid)} kind="drawer">
      <div className="stack">
        <dl className="kv">
          <Fact name="Status">
            <StatusPill status={order.status} />
          </Fact>
          {order.reason && <Fact name="Reason">{order.reason}</Fact>}
          <Fact name="Order" copy={order.orderid}>
            {groupId(order.orderid)}
          </Fact>
          <Fact name="Item">
            {order.itemname}, {order.productname}
          </Fact>
          <Fact name="Player" copy={order.input1}>
            {order.input1}
          </Fact>
          {order.input2 && (
            <Fact name="Second input" copy={order.input2}>
              {order.input2}
            </Fact>
          )}
          {order.username && <Fact name="Player’s name">{order.username}</Fact>}
          <Fact name="Amount">
            <Money rupees={order.value} />, {order.paymentmode}
          </Fact>
          {order.transactionid && (
            <Fact
              name={order.paymentmode === 'upi' ? 'Bank reference' : 'Wallet transaction'}
              copy={order.transactionid}
            >
              {order.transactionid}
            </Fact>
          )}
          {order.supplierorders.map((id) => (
            <Fact key={id} name="Supplier’s order" copy={id}>
              {id}
            </Fact>
          ))}
          <Fact name="Customer" copy={order.useremail}>
            <CustomerLink id={order.customer._id}>{order.customer.name}</CustomerLink>, {order.useremail}
          </Fact>
          {order.customer.mobilenumber && (
            <Fact name="Mobile number" copy={order.customer.mobilenumber}>
              {groupMobile(order.customer.mobilenumber)}
            </Fact>
          )}
          <Fact name="Placed">{fullTime(order.createdAt)}</Fact>
          {order.completedAt && <Fact name="Delivered">{fullTime(order.completedAt)}</Fact>}
        </dl>
        <div className="row wrap">
          {order.status === 'Processing' && (
            <ButtonLink size="sm" variant="accent" href={`/orders?order=${order.orderid}`}>
              Open on the board
            </ButtonLink>
          )}
          <ButtonLink size="sm" href={`/wallettxn?q=${order.orderid}`}>
            Its wallet transactions
          </ButtonLink>
          <ButtonLink size="sm" href={`/txn?q=${encodeURIComponent(order.useremail)}`}>
            All of this customer
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}

function Fact({ name, copy, children }: { name: string; copy?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-any">
        {children} {copy && <CopyButton text={copy} label={`Copy ${name.toLowerCase()}`} />}
      </dd>
    </div>
  )
}
