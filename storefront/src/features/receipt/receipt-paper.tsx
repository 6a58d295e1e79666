import type { Receipt } from '@jhatpat/shared/contracts/receipts.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The receipt itself: white on the screen as in print. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  return (
    <article className="receipt-card paper" aria-label={t('Receipt {number}', { number: receipt.number })}>
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
          <h2>{t('Receipt')}</h2>
          <p className="small">{t('No. {number}', { number: receipt.number })}</p>
          <p className="small">{fullTime(receipt.issuedAt)}</p>
        </div>
      </div>
      <TearLine />
      <Amounts receipt={receipt} />
      <TearLine />
      <div>
        <KeyValues
          rows={[
            [t('Order'), groupId(receipt.orderid)],
            [t('Customer'), `${isolated(receipt.customer.name)}, ${receipt.customer.email}`],
            [t('Payment method'), receipt.paymentmode === 'upi' ? 'UPI' : t('Wallet')],
            [
              receipt.paymentmode === 'upi' ? t('UPI ref. no.') : t('Transaction'),
              joined(receipt.paidReferences),
            ],
            [t('Delivery ref.'), joined(receipt.deliveryReferences)],
            ['GSTIN', receipt.gst?.gstin],
          ]}
        />
        <p className="small last">
          {receipt.canReportUntil &&
            `${t('All sales are final. Report any issue within 48 hours, by {time}.', { time: fullTime(receipt.canReportUntil) })} `}
          {!receipt.gst && t('This is a receipt, not a tax invoice.')}
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
            <th scope="col">{t('Item')}</th>
            <th scope="col" className="r">
              {t('Amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <span lang="en">
                <b>{receipt.itemname}</b>, {receipt.productname}
              </span>
              <span className="small line">{t('For {account}', { account: receipt.account })}</span>
            </td>
            <td className="r num">{price > 0 ? <Money rupees={price} exact /> : t('Not delivered')}</td>
          </tr>
          {gst && (
            <tr>
              <td className="small">
                {t('Includes {n}% GST on ₹{net}', { n: gst.percent, net: gst.net.toFixed(2) })}
              </td>
              <td className="r num small">
                <Money rupees={gst.tax} exact />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="sum">
        <b>{t('Paid')}</b>
        <Money rupees={received} exact />
      </p>
      {back > 0 && (
        <p className="sum">
          <b>{t('Refunded to wallet')}</b>
          <Money rupees={back} exact />
        </p>
      )}
      <p>
        <Stamp receipt={receipt} />
      </p>
    </div>
  )
}

const joined = (references: readonly string[]) => (references.length > 0 ? references.join(', ') : undefined)

/** The result and its time. */
function Stamp({ receipt: { status, endedAt, back, received } }: { receipt: Receipt }) {
  const time = endedAt ? ` ${clockTime(endedAt, { seconds: true })}` : ''
  if (status === 'Completed') {
    return (
      <span className="stamp">
        <Icon name="check" size="sm" />
        {t('Delivered')}
        {time}
      </span>
    )
  }
  if (status === 'Refunded' || back >= received)
    return <span className="stamp back">{t('Refunded') + time}</span>
  return (
    <span className="stamp open">
      {status === 'Cancelled' ? t('Cancelled') + time : t('Not delivered yet')}
    </span>
  )
}
