import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { refreshSupplier, type SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useMutation } from '@tanstack/react-query'
import { CallButton } from '../../lib/call-button.tsx'
import { useCondition } from '../../lib/incidents/use-incidents.ts'
import { usePermission } from '../../lib/me.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import {
  amountText,
  lastsText,
  queried,
  queryFailed,
  spendRateText,
  whenText,
} from '../../lib/suppliers/supplier-texts.ts'
import { useAccountCache } from '../../lib/suppliers/use-suppliers.ts'
import { BalanceHistory } from './balance-history.tsx'
import { DayStatistics } from './day-statistics.tsx'

/** A supplier account in its current state. */
export function AccountPanel({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const { account, items, spendRate, topUpUrl } = supplierAccount
  const { tone, icon, text } = useCondition()(supplierAccount)
  const title = supplierTitles[account]
  const may = usePermission()
  return (
    <section className="panel supplier-panel" aria-label={title}>
      <div className="row between">
        <div>
          <h2 className="d4">{title}</h2>
          <p className="xs t3">
            {account}, {items === 1 ? '1 item' : `${items} items`}
          </p>
        </div>
        <span className={`st st-${tone}`}>
          <Icon name={icon} />
          {text}
        </span>
      </div>
      <div>
        <p className="xs t2">Coverage</p>
        <p className={`money run ${tone}`}>
          {spendRate.runwayMs === null ? 'Unknown' : lastsText(spendRate.runwayMs)}
        </p>
        <p className="xs t2">{spendRateText(supplierAccount)}</p>
      </div>
      <BalanceHistory supplierAccount={supplierAccount} tone={tone} />
      <Balance supplierAccount={supplierAccount} />
      {supplierAccount.day && <DayStatistics day={supplierAccount.day} />}
      <Remarks supplierAccount={supplierAccount} />
      <div className="row sp-ways">
        {topUpUrl && (
          <a className="link sm" href={topUpUrl} target="_blank" rel="noreferrer">
            Top up
          </a>
        )}
        {may('incidents.manage') && (
          <AppLink className="link sm" href={`/incident?off=${account}`}>
            Pause supplier…
          </AppLink>
        )}
        {may('incidents.manage') && (supplierAccount.unresponsiveSince || supplierAccount.cooldownUntil) && (
          <AppLink className="link sm" href="/maintenance">
            Needs attention
          </AppLink>
        )}
      </div>
    </section>
  )
}

function Balance({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const { call } = useServices()
  const keep = useAccountCache()
  const asking = useMutation({
    mutationFn: () => call(refreshSupplier, { params: { account: supplierAccount.account }, body: {} }),
    onSuccess: keep,
  })
  return (
    <>
      <div className="row between">
        <div>
          <p className="xs t2">Balance</p>
          <p className="b num">
            {supplierAccount.balance
              ? amountText(supplierAccount.balance.amount, supplierAccount.unit)
              : 'Unknown'}
          </p>
          <p className="xs t3">
            {supplierAccount.balance
              ? `updated ${whenText(supplierAccount.balance.readAt)}`
              : 'never updated'}
          </p>
        </div>
        <CallButton
          access={refreshSupplier.auth}
          size="sm"
          icon="refresh-cw"
          busy={asking.isPending}
          busyText="Checking…"
          aria-label={`Check balance, ${supplierTitles[supplierAccount.account]}`}
          onClick={() => asking.mutate()}
        >
          Check balance
        </CallButton>
      </div>
      <div role="status">
        {asking.isSuccess && <Hint tone="ok">{queried}</Hint>}
        {asking.isError && <Hint tone="bad">{queryFailed}</Hint>}
      </div>
    </>
  )
}

function Remarks({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const {
    unresponsiveSince,
    cooldownUntil,
    lastError,
    waiting,
    settings,
    isLow,
    unit,
    spendRate,
    earlierUnits,
  } = supplierAccount
  const { orders, oldestAt } = waiting
  return (
    <div className="stack-s">
      {earlierUnits > 0 && (
        <Hint tone="bad" icon="triangle-alert">
          {earlierUnits === 1 ? '1 unclear unit was' : `${earlierUnits} unclear units were`} bought from an
          earlier account, which is no longer checked. Find {earlierUnits === 1 ? 'it' : 'them'} in its own
          order list.
        </Hint>
      )}
      {unresponsiveSince && (
        <Hint tone="bad" icon="wifi-off">
          No balance since {whenText(unresponsiveSince)}. {lastError}
        </Hint>
      )}
      {cooldownUntil && (
        <Hint tone="bad" icon="clock">
          Purchases failing, retrying {whenText(cooldownUntil)}.
        </Hint>
      )}
      {isLow && settings.lowBalanceLevel !== null && (
        <Hint tone="warn" icon="triangle-alert">
          Below the alert of {amountText(settings.lowBalanceLevel, unit)}.
          {settings.isAutoPauseOn && ' Items it can’t cover go off sale automatically.'}
        </Hint>
      )}
      {orders > 0 && (
        <Hint icon="clock">
          {orders === 1 ? '1 paid order' : `${orders} paid orders`} waiting for{' '}
          {amountText(waiting.cost, unit)}
          {oldestAt && `, oldest ${whenText(oldestAt)}`}.
        </Hint>
      )}
      {spendRate.unpriced > 0 && (
        <Hint>
          {spendRate.unpriced === 1
            ? '1 supplier product has no price and is'
            : `${spendRate.unpriced} supplier products have no price and are`}{' '}
          not in the forecast.
        </Hint>
      )}
    </div>
  )
}
