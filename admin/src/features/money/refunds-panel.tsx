import type { RefundReason } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { wholeRupees } from './money-format.ts'
import { refundTexts } from './money-texts.ts'

type Refund = { reason: RefundReason; count: number; amount: number }

/** What went back and why, the largest sum first; its bar is the whole. */
export function RefundsPanel({ refunds }: { refunds: readonly Refund[] }) {
  const most = Math.max(...refunds.map(({ amount }) => amount), 0.01)
  return (
    <section className="panel" aria-labelledby="refunds-by-reason">
      <h2 className="d4" id="refunds-by-reason">
        Refunds by reason
      </h2>
      {refunds.length === 0 && <p className="t2 sm money-gap">Nothing was given back.</p>}
      <ul className="money-bars">
        {refunds.map(({ reason, count, amount }) => (
          <li key={reason}>
            <span>
              {refundTexts[reason]} <span className="t3 xs">{formatCount(count)}</span>
            </span>
            <b className="num">{wholeRupees(amount)}</b>
            <span className="meter" aria-hidden="true">
              <i style={{ width: `${Math.max(1, (amount / most) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
