import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { wholeRupees } from './money-format.ts'

type Way = { customers: 'users' | 'resellers'; upi: number; wallet: number }

const whose = { users: 'Customers', resellers: 'Resellers' } as const

/** Sales by who bought and how they paid. */
export function WaysPanel({ ways }: { ways: readonly Way[] }) {
  return (
    <section className="panel" aria-labelledby="ways-of-paying">
      <h2 className="d4" id="ways-of-paying">
        Sales by payment
      </h2>
      <KeyValues
        className="money-gap"
        rows={ways.flatMap(({ customers, upi, wallet }) => [
          [`${whose[customers]}, UPI`, wholeRupees(upi)] as const,
          [`${whose[customers]}, wallet`, wholeRupees(wallet)] as const,
        ])}
      />
    </section>
  )
}
