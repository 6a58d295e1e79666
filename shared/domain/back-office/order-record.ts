import type { OrderDetailsResult } from '../../contracts/order-details.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type ZipFile, zipOf } from '../../platform/zip.ts'
import type { Caller } from '../accounts/index.ts'
import { auditTarget, listAudit, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { orderDetailsWithoutView } from './order-page.ts'

/**
 * All that is known of an order as a zip, for who has to show it elsewhere. That somebody took it is written down before
 * the first byte goes out. Codes that were delivered are not in it: they are their owner's alone.
 * @throws not_found
 */
export async function orderRecord(
  deps: Pick<Deps, 'clock' | 'vendorCalls'>,
  admin: Caller,
  orderid: string,
): Promise<AsyncIterable<Uint8Array>> {
  const known = await orderDetailsWithoutView(deps, admin, orderid)
  const at = deps.clock.now()
  const { userId, name } = admin
  await inTransaction((tx) =>
    writeAudit(
      tx,
      { userId, name },
      {
        ...{ at, action: 'export', target: auditTarget.order(orderid), reason: '' },
        ...{ before: {}, after: { what: 'evidence' } },
      },
    ),
  )
  return zipOf(filesOf(known, { at, name }), at)
}

type Known = Omit<OrderDetailsResult, 'views'>
type Taken = { at: Date; name: string }

async function* filesOf(
  { order, payment, vendorCalls, statement, customer, notes = [] }: Known,
  taken: Taken,
) {
  const { timeline, ticket, noteSummary: _noteSummary, staffActions, ...facts } = order
  yield { name: 'README.txt', text: readme(order, taken) }
  yield json('order', { ...facts, customerNow: customer })
  yield json('timeline', timeline)
  yield json('payment', payment)
  yield json('vendor-calls', vendorCalls)
  yield json('ledger', statement)
  yield json('ticket', ticket ?? null)
  yield json('staff-actions', { staffActions, notes })
  const rows = await listAudit(auditTarget.order(order.orderid), { most: 500 })
  yield json(
    'audit',
    rows.map(({ from: _from, requestId: _requestId, ...row }) => row),
  )
}

const json = (name: string, value: unknown): ZipFile => ({
  name: `${name}.json`,
  text: `${JSON.stringify(value, null, 2)}\n`,
})

const readme = ({ orderid, itemname, value, status }: Known['order'], { at, name }: Taken) =>
  `Order ${orderid}: ${itemname}, ₹${value.toFixed(2)}, ${status}
Taken ${at.toISOString()} by ${name}. Times are UTC, amounts rupees.

order.json      what was ordered, for whom, and how it stands
timeline.json   what happened, as its customer sees it
payment.json    the payment: its attempts, captures and discrepancies; null where a wallet paid
vendor-calls.json  what the payment gateway and the suppliers were asked and answered; keys, signatures, codes
                and numbers of people were never kept, and calls of a process that died may be missing
ledger.json     the postings that the order caused, and where they differ from what the order says; null where
                whoever took this may not see the books
ticket.json     what its customer reported as not received, and our answer; null where nothing was
staff-actions.json  what admins decided, why, on which evidence, and what they noted
audit.json      the rows of the audit log about it, the latest first: who did, looked at or took what
`
