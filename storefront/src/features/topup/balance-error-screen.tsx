import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { useBalance } from '../../lib/use-balance.ts'

/** Where a wallet order ends that the balance cannot pay. */
export default function BalanceErrorScreen() {
  const balance = useBalance()
  return (
    <main className="shell reading">
      <title>Insufficient Balance · Jhatpat</title>
      <h1 className="sr">Wallet</h1>
      <Empty
        spot="wallet"
        title="Insufficient Balance"
        action={
          <ButtonLink href="/topup" variant="accent">
            Top-Up Wallet
          </ButtonLink>
        }
      >
        <p>Please add funds to your wallet to complete the transaction.</p>
        {balance !== undefined && (
          <p className="num">
            You have <Money rupees={balance} exact />. No money moved; what you picked is kept.
          </p>
        )}
      </Empty>
    </main>
  )
}
