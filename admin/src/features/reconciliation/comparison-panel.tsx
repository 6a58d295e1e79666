import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { ReceiptCard } from '@jhatpat/shared/ui/receipt-card.tsx'
import type { ReactNode } from 'react'
import { gapOf } from './compared.ts'

const exact = { exact: true } as const

/** The four sources of a day side by side, and whether each agrees with the previous one. */
export function ComparisonPanel({ of }: { of: ReconciledDay }) {
  const gap = gapOf(of)
  /** Marked only where all was compared, or a difference is certain. */
  const agrees = (isSame: boolean, isComplete: boolean) => (isSame && !isComplete ? undefined : isSame)
  const isRead = of.unreadSuppliers.length === 0 && of.balances.length > 0
  const has = (kinds: readonly string[]) => of.exceptions.some(({ kind }) => kinds.includes(kind))
  return (
    <ReceiptCard className="recon-comparison" aria-label="Four books of one day">
      <Book name="Gateway received" value={formatRupees(of.received, exact)}>
        {`${formatCount(of.payments)} of ${formatCount(of.asked)} asked were paid`}
        {of.unanswered > 0 && <Wait>{`, ${formatCount(of.unanswered)} without an answer`}</Wait>}
      </Book>
      <Book
        name="Orders and top-ups paid"
        value={formatRupees(of.booked, exact)}
        agrees={agrees(gap === 0, of.unanswered === 0)}
      >
        {gap === 0 ? (
          `${formatCount(of.captures)} payments`
        ) : (
          <Wait>{`${formatRupees(Math.abs(gap), exact)} ${gap > 0 ? 'less' : 'more'} than received`}</Wait>
        )}
      </Book>
      <Book
        name="Wallets, change"
        value={formatRupees(of.wallets, { exact: true, plus: true })}
        agrees={!has(['booked_not_paid', 'refund_without_credit', 'amount_differs'])}
      >
        {`${formatCount(of.entries)} journal entries`}
      </Book>
      <Book
        name="Suppliers delivered"
        value={`${formatCount(of.units)} packs`}
        agrees={agrees(
          !has(['no_proof_of_delivery', 'bought_without_end', 'balance_differs']),
          isRead && of.balances.every(({ purchasedAmount }) => purchasedAmount !== null),
        )}
      >
        {of.unproven === 0 ? (
          'all go with their orders'
        ) : (
          <Wait>{`${formatCount(of.unproven)} do not go with their orders`}</Wait>
        )}
      </Book>
    </ReceiptCard>
  )
}

type BookProps = { name: string; value: string; agrees?: boolean | undefined; children: ReactNode }

function Book({ name, value, agrees, children }: BookProps) {
  return (
    <div className="recon-book">
      {agrees !== undefined && (
        <span
          className={agrees ? 'recon-mark' : 'recon-mark no'}
          role="img"
          aria-label={agrees ? 'agrees' : 'differs'}
        >
          <Icon name={agrees ? 'check' : 'triangle-alert'} size="sm" />
        </span>
      )}
      <p className="xs t2">{name}</p>
      <span className="money">{value}</span>
      <p className="xs t3">{children}</p>
    </div>
  )
}

const Wait = ({ children }: { children: string }) => <span className="recon-wait">{children}</span>
