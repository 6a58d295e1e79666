import type { customer } from '@jhatpat/shared/contracts/customers.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import type { ReactNode } from 'react'
import { countText } from '../../../lib/table/table-texts.ts'

/**
 * The customer's balance and totals. Beyond the orders that are summed, it only states that there
 * are more.
 */
export function CustomerTotals({ data }: { data: ResultOf<typeof customer> }) {
  const { user, points, orders } = data
  const { count, hasMore, spent, held, refunded } = orders
  return (
    <dl className="panel customer-totals">
      <Figure name="Wallet">
        <Money rupees={user.balance} exact />
      </Figure>
      <Figure name="Points">{points.toFixed(2)}</Figure>
      {!hasMore && (
        <>
          <Figure name="Spent">
            <Money rupees={spent} />
          </Figure>
          <Figure name="Held">
            <Money rupees={held} />
            <small>paid, not delivered yet</small>
          </Figure>
        </>
      )}
      <Figure name="Orders">{countText(count, hasMore)}</Figure>
      {!hasMore && (
        <Figure name="Refunded">
          {formatCount(refunded)}
          {refunded > 0 && <small>{((refunded / count) * 100).toFixed(1)}%</small>}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="money">{children}</dd>
    </div>
  )
}
