import type { Receipt } from '@jhatpat/shared/contracts/receipts.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { inEnglish } from '@jhatpat/shared/ui/texts/translate.ts'

/** The receipt itself: white on the screen as in print. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  return (
    <article className="receipt-card paper" aria-label={`Receipt ${receipt.number}`}>
      <div className="ph">
        <div>
          <span className="watermark">
            <img src="/art/mark.svg" alt="" width={36} height={36} />
            Jhatpat
          </span>
          {receipt.seller.map((row) => (
            <p className="small" key={row}>
              {row}
            </p>
          ))}
        </div>
        <div className="ph-r">
          <h2>Receipt</h2>
          <p className="small">No. {receipt.number}</p>
          <p className="small">{timeText(receipt.issuedAt)}</p>
        </div>
      </div>
      <TearLine />
      <Amounts receipt={receipt} />
      <TearLine />
      <div>
        <KeyValues
          rows={[
            ['Order', groupId(receipt.orderid)],
            ['Customer', `${isolated(receipt.customer.name)}, ${receipt.customer.email}`],
            ['Payment method', receipt.paymentmode === 'upi' ? 'UPI' : 'Wallet'],
            [
              receipt.paymentmode === 'upi' ? 'Bank reference' : 'Transaction',
              joined(receipt.paidReferences),
            ],
            ['Delivery number', joined(receipt.deliveryReferences)],
            ['GSTIN', receipt.gst?.gstin],
          ]}
        />
        <p className="small last">
          {receipt.canReportUntil &&
            `All sales are final. Report any issue within 48 hours, by ${timeText(receipt.canReportUntil)}. `}
          {!receipt.gst && 'This is a receipt, not a tax invoice.'}
        </p>
      </div>
    </article>
  )
}

function Amounts({ receipt }: { receipt: Receipt }) {
  const { price, received, back, gst } = receipt
  return (
    <div className="stack stack-4">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <b>{receipt.itemname}</b>, {receipt.productname}
              <span className="small line">For {receipt.account}</span>
            </td>
            <td className="r num">{price > 0 ? <Money rupees={price} exact /> : 'not bought'}</td>
          </tr>
          {gst && (
            <tr>
              <td className="small">
                Of that {gst.percent} % GST, on a net of ₹{gst.net.toFixed(2)}
              </td>
              <td className="r num small">
                <Money rupees={gst.tax} exact />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="sum">
        <b>Paid</b>
        <Money rupees={received} exact />
      </p>
      {back > 0 && (
        <p className="sum">
          <b>Refunded to wallet</b>
          <Money rupees={back} exact />
        </p>
      )}
      <p>
        <Stamp receipt={receipt} />
      </p>
    </div>
  )
}

const timeText = (at: string) => inEnglish(() => fullTime(at))

const joined = (references: readonly string[]) => (references.length > 0 ? references.join(', ') : undefined)

/** The result and its time. */
function Stamp({ receipt: { status, endedAt, back, received } }: { receipt: Receipt }) {
  const time = endedAt ? ` ${inEnglish(() => clockTime(endedAt, { seconds: true }))}` : ''
  if (status === 'Completed') {
    return (
      <span className="stamp">
        <Icon name="check" size="sm" />
        Delivered{time}
      </span>
    )
  }
  if (status === 'Refunded' || back >= received) return <span className="stamp back">Refunded{time}</span>
  return <span className="stamp open">{status === 'Cancelled' ? `Closed${time}` : 'Not delivered yet'}</span>
}
