import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { againPath } from '../../lib/addresses-of-orders.ts'
import { useFreshBalance } from '../../lib/use-fresh-balance.ts'

/** The money is in the wallet: how much there is now, and another try with it. */
export function AfterRefund({ order }: { order: Order }) {
  const balance = useFreshBalance(order.client_txn_id)
  return (
    <>
      <p className="t2 sm holds" role="status">
        {balance !== undefined && (
          <>
            Your wallet holds <Money rupees={balance} exact /> now.
          </>
        )}
      </p>
      <ButtonLink variant="accent" icon="repeat" href={againPath(order)}>
        Try once more
      </ButtonLink>
      <ButtonLink href="/wallet">View Wallet</ButtonLink>
    </>
  )
}
