import './suppliers.css'
import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { LiveMark } from '../../lib/live-mark.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { usePermission } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { amountText } from '../../lib/suppliers/supplier-texts.ts'
import { useSuppliers } from '../../lib/suppliers/use-suppliers.ts'
import { AccountPanel } from './account-panel.tsx'
import { LowBalancePanel } from './low-balance-panel.tsx'
import { PausedItems } from './paused-items.tsx'

/** The supplier accounts: balance, how long it lasts, deliveries, and paused items. */
export default function SuppliersScreen() {
  const { data, error, refetch } = useSuppliers()
  const may = usePermission()
  const now = useNow(60_000)
  return (
    <>
      <PageBar title="Suppliers">
        <span className="t2 sm">{fullTime(now).replace(/:\d\d (?=[ap]m)/, ' ')}</span>
        <LiveMark />
      </PageBar>
      {error && data && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          Showing the last loaded data. Retrying automatically.
        </InlineMessage>
      )}
      {data ? (
        <>
          {data.map((supplierAccount) => (
            <PausedNote key={supplierAccount.account} supplierAccount={supplierAccount} />
          ))}
          <div className="suppliers-grid">
            {data.map((supplierAccount) => (
              <AccountPanel key={supplierAccount.account} supplierAccount={supplierAccount} />
            ))}
          </div>
          <div className="sg-two">
            <PausedItems accounts={data} />
            {may('incidents.manage') && <LowBalancePanel accounts={data} />}
          </div>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Wait />
      )}
    </>
  )
}

function PausedNote({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const count = supplierAccount.paused.filter(({ isOverridden }) => !isOverridden).length
  if (count === 0 || !supplierAccount.balance) return null
  const { orders, cost } = supplierAccount.waiting
  const title = supplierTitles[supplierAccount.account]
  const bound =
    orders === 0
      ? ''
      : `; ${orders === 1 ? '1 paid order needs' : `${orders} paid orders need`} ${amountText(cost, supplierAccount.unit)}`
  return (
    <InlineMessage
      kind="bad"
      icon="pause"
      role="status"
      title={count === 1 ? `1 item of ${title} is paused` : `${count} items of ${title} are paused`}
    >
      {' '}
      {title} has {amountText(supplierAccount.balance.amount, supplierAccount.unit)}
      {bound}. {count === 1 ? 'This item is' : 'These items are'} off sale.
    </InlineMessage>
  )
}

function Wait() {
  return (
    <div className="suppliers-grid" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      {[1, 2, 3].map((panel) => (
        <Skeleton key={panel} height={560} />
      ))}
    </div>
  )
}
