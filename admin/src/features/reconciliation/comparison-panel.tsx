import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { ReceiptCard } from '@jhatpat/shared/ui/receipt-card.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import type { ReactNode } from 'react'
import { nameOf } from '../../lib/suppliers/supplier-names.ts'
import { amountText } from '../../lib/suppliers/supplier-texts.ts'

const exact = { exact: true } as const

/** The four sources of a day side by side, and whether each agrees with the previous one. */
export function ComparisonPanel({ of }: { of: ReconciledDay }) {
  const gap = gapOf(of)
  /** Marked only where all was compared, or a difference is certain. */
  const agrees = (isSame: boolean, isComplete: boolean) => (isSame && !isComplete ? undefined : isSame)
  const isRead = of.unreadSuppliers.length === 0 && of.balances.length > 0
  const has = (kinds: readonly string[]) => of.exceptions.some(({ kind }) => kinds.includes(kind))
  return (
    <ReceiptCard className="recon-comparison" aria-label="Daily reconciliation">
      <Book name="Gateway received" value={formatRupees(of.received, exact)}>
        {`${formatCount(of.payments)} of ${formatCount(of.asked)} payments confirmed`}
        {of.unanswered > 0 && <Wait>{`, ${formatCount(of.unanswered)} without a response`}</Wait>}
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
        value={`${formatCount(of.units)} units`}
        agrees={agrees(
          !has(['no_proof_of_delivery', 'bought_without_end', 'balance_differs']),
          isRead && of.balances.every(({ purchasedAmount }) => purchasedAmount !== null),
        )}
      >
        {of.unproven === 0 ? (
          'all matched'
        ) : (
          <Wait>{`${formatCount(of.unproven)} not matched with orders`}</Wait>
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
          aria-label={agrees ? 'Matches' : 'Differs'}
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

/** Rupees received beyond what is booked; negative where more is booked. */
export const gapOf = ({ received, booked }: Pick<ReconciledDay, 'received' | 'booked'>): number =>
  Math.round((received - booked) * 100) / 100

/**
 * What could not be compared for a day, one sentence each. The day agrees for certain only if this
 * is empty.
 */
export function uncomparedOf({ unanswered, unreadSuppliers, balances }: ReconciledDay): string[] {
  const silent = balances.filter(({ purchasedAmount }) => purchasedAmount === null)
  return [
    ...(unanswered > 0
      ? [`${formatCount(unanswered)} ${unanswered === 1 ? 'payment' : 'payments'} had no response.`]
      : []),
    ...unreadSuppliers.map((account) => `${nameOf(account)}: order list was only partly read.`),
    ...(balances.length === 0 ? ['No supplier balance was read.'] : []),
    ...silent.map(({ account }) => `${nameOf(account)}: balance couldn’t be matched with purchases.`),
  ]
}

type Reading = ReconciledDay['balances'][number]

const columns: Column<Reading>[] = [
  { key: 'account', head: 'Supplier', cell: ({ account }) => <b>{nameOf(account)}</b> },
  {
    key: 'balance',
    head: 'Balance',
    right: true,
    cell: ({ balance, unit }) => (balance ? amountText(balance, unit) : 'No response'),
  },
  {
    key: 'balanceDrop',
    head: 'Change since last check',
    right: true,
    cell: ({ balanceDrop, unit }) =>
      balanceDrop === null ? 'Unknown' : amountText(String(balanceDrop), unit),
  },
  {
    key: 'purchasedAmount',
    head: 'Purchases since',
    right: true,
    cell: ({ purchasedAmount, unit }) =>
      purchasedAmount === null ? 'Unknown' : amountText(String(purchasedAmount), unit),
  },
  { key: 'at', head: 'Checked', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
]

/** Each supplier's balance reading for the day, and whether it agrees with the purchases. */
export function SupplierBalances({ readings }: { readings: readonly Reading[] }) {
  if (readings.length === 0) return null
  return (
    <div className="recon-gap">
      <h2 className="d4">Suppliers’ balances</h2>
      <DataTable
        label="Suppliers’ balances"
        columns={columns}
        rows={readings}
        rowKey={({ account }) => account}
        dense
      />
    </div>
  )
}
