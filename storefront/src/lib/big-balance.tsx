import { Money } from '@jhatpat/shared/ui/money.tsx'
import { useBalance } from './use-balance.ts'

/** From this amount in rupees on, the figures are a size smaller, so that they fit on a narrow phone. */
const longFrom = 1_00_000

/** The wallet balance, in the largest figures. */
export function BigBalance() {
  const balance = useBalance()
  if (balance === undefined) return <p className="money huge">₹…</p>
  return (
    <p>
      <Money rupees={balance} exact className={balance < longFrom ? 'huge' : 'huge long'} />
    </p>
  )
}
