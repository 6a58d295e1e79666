import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { OrderStatement } from '@jhatpat/shared/contracts/order-details.ts'
import { dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { nameOf } from '../../../lib/suppliers/supplier-names.ts'
import { isActionAvailable } from '../transition-targets.ts'

/** The order's postings, and whether they agree with the order. */
export function StatementPanel({ statement, order }: { statement: OrderStatement; order: BoardOrder }) {
  const isBalanced = statement.faults.length === 0
  const isPreviewed = isActionAvailable(order, 'Refunded')
  return (
    <section className="panel">
      <div className="row between wrap">
        <h2 className="d4">Ledger postings</h2>
        {isBalanced && (
          <span className="row xs ok-t">
            <Icon name="circle-check" size="sm" />
            Debits equal credits
          </span>
        )}
      </div>
      {!isBalanced && (
        <InlineMessage kind="bad" title="Ledger doesn’t match the order" role="alert">
          {statement.faults.map(({ cause, expected, found }) => (
            <p key={cause}>
              {cause}: expected {expected}, found {found}.
            </p>
          ))}
        </InlineMessage>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key */}
      <section className="scroll" tabIndex={0} aria-label="Postings">
        <table className="table dense ledger-list">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" className="r">
                Debit
              </th>
              <th scope="col" className="r">
                Credit
              </th>
            </tr>
          </thead>
          {statement.entries.map((entry) => (
            <tbody key={entry.id}>
              <tr className="entry">
                <td colSpan={3}>
                  <b>{kindText(entry.kind)}</b>{' '}
                  <span className="t3">
                    <time dateTime={entry.at} title={fullTime(entry.at)}>
                      {dayTime(entry.at)}
                    </time>
                    , <span className="mono wrap-any">{entry.ref}</span>
                  </span>
                </td>
              </tr>
              <Lines postings={entry.postings} name={order.customer.name} />
            </tbody>
          ))}
          {isPreviewed && (
            <tbody className="is-removed">
              <tr className="entry">
                <td colSpan={3}>
                  <b>Refund preview</b> <span className="t3">not posted yet</span>
                </td>
              </tr>
              <Lines
                postings={[
                  { account: 'sales', amount: -order.refundable },
                  { account: `wallet:${order.customer._id}`, amount: order.refundable },
                ]}
                name={order.customer.name}
              />
            </tbody>
          )}
        </table>
      </section>
      {statement.entries.length === 0 && <p className="t2 sm">No money moved yet.</p>}
      {statement.points.map(({ kind, at, points }) => (
        <p key={kind} className="t2 sm">
          {points > 0 ? '+' : '−'}
          {Math.abs(points).toFixed(2)} points, {kind.replaceAll('_', ' ')}, {dayTime(at)}
        </p>
      ))}
    </section>
  )
}

type LinesProps = { postings: OrderStatement['entries'][number]['postings']; name: string }

function Lines({ postings, name }: LinesProps) {
  return postings.map(({ account, amount }) => (
    <tr key={account}>
      <td className="indent">{accountText(account, name)}</td>
      <td className="r num">{amount < 0 && formatRupees(-amount)}</td>
      <td className="r num">{amount > 0 && formatRupees(amount)}</td>
    </tr>
  ))
}

/** `order_payment`: "Order payment". */
const kindText = (kind: string) => {
  const text = kind.replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function accountText(account: string, name: string): string {
  const [kind = '', of = ''] = account.split(':')
  if (kind === 'wallet') return `Wallet, ${name}`
  return kind === 'gateway' ? `Gateway, ${nameOf(of)}` : kindText(kind)
}
