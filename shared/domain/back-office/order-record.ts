import type { OrderDetailsResult } from '../../contracts/order-details.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type ZipFile, zipOf } from '../../platform/zip.ts'
import type { Caller } from '../accounts/index.ts'
import { auditTarget, listAudit, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { orderDetailsWithoutView } from './order-details.ts'

/**
 * All details of an order as a zip file, as evidence for others. The export is audited before the first byte is sent.
 * Delivered codes are not included, because they belong to the customer alone.
 * @throws AppError `not_found`
 */
export async function orderRecord(
  deps: Pick<Deps, 'clock' | 'vendorCalls'>,
  admin: Caller,
  orderid: string,
): Promise<AsyncIterable<Uint8Array>> {
  const details = await orderDetailsWithoutView(deps, admin, orderid)
  const at = deps.clock.now()
  const { userId, name } = admin
  await inTransaction((tx) =>
    writeAudit(
      tx,
      { userId, name },
      {
        at,
        action: 'export',
        target: auditTarget.order(orderid),
        reason: '',
        before: {},
        after: { what: 'evidence' },
      },
    ),
  )
  return zipOf(filesOf(details, { at, name }), at)
}

type RecordedDetails = Omit<OrderDetailsResult, 'views'>
type ExportInfo = { at: Date; name: string }

async function* filesOf(
  { order, payment, vendorCalls, statement, customer, notes = [] }: RecordedDetails,
  info: ExportInfo,
) {
  const { timeline, ticket, noteSummary: _noteSummary, staffActions, ...facts } = order
  yield { name: 'README.txt', text: readme(order, info) }
  yield json('order', { ...facts, customerNow: customer })
  yield json('timeline', timeline)
  yield json('payment', payment)
  yield json('vendor-calls', vendorCalls)
  yield json('ledger', statement)
  yield json('ticket', ticket ?? null)
  yield json('staff-actions', { staffActions, notes })
  const rows = await listAudit(auditTarget.order(order.orderid), { limit: 500 })
  yield json(
    'audit',
    rows.map(({ from: _from, requestId: _requestId, ...row }) => row),
  )
}

const json = (name: string, value: unknown): ZipFile => ({
  name: `${name}.json`,
  text: `${JSON.stringify(value, null, 2)}\n`,
})

const readme = ({ orderid, itemname, value, status }: RecordedDetails['order'], { at, name }: ExportInfo) =>
  `Order ${orderid}: ${itemname}, ₹${value.toFixed(2)}, ${status}
Taken ${at.toISOString()} by ${name}. Times are UTC, amounts rupees.

order.json      the order: item, player, price and status
timeline.json   what happened, as its customer sees it
payment.json    the payment: its attempts, captures and discrepancies; null where a wallet paid
vendor-calls.json  what the payment gateway and the suppliers were asked and answered; keys, signatures, codes
                and numbers of people were never kept, and calls of a process that died may be missing
ledger.json     the postings that the order caused, and where they contradict the order; null when
                the exporting admin may not see the ledger
ticket.json     what its customer reported as not received, and our answer; null where nothing was
staff-actions.json  what admins decided, why, on which evidence, and what they noted
audit.json      the rows of the audit log about it, the latest first: who did, looked at or took what
`
