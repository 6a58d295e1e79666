import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { amountText, conditionOf, lastsText, supplierTitles } from './supplier-texts.ts'
import { useSuppliers } from './use-suppliers.ts'

/** The suppliers' balances at the top of every screen, as one link to the suppliers' screen. */
export default function SupplierBar() {
  const { data = [] } = useSuppliers()
  if (data.length === 0) return null
  return (
    <AppLink href="/suppliers">
      {worstFirst(data).map((supplierAccount) => (
        <Glance key={supplierAccount.account} supplierAccount={supplierAccount} />
      ))}
    </AppLink>
  )
}

/** A phone has room for one only. */
const worstFirst = (all: readonly SupplierAccount[]) =>
  all.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))

const isWell = (supplierAccount: SupplierAccount) => conditionOf(supplierAccount).tone === 'completed'

function Glance({ supplierAccount }: { supplierAccount: SupplierAccount }) {
  const { tone, icon, text } = conditionOf(supplierAccount)
  const lasts =
    supplierAccount.spendRate.runwayMs === null ? '' : lastsText(supplierAccount.spendRate.runwayMs)
  return (
    <span className={`glance ${tone}`}>
      <Icon name={icon} size="sm" />
      <span>
        <span className="t2">{supplierTitles[supplierAccount.account]}</span>{' '}
        <b className="num">
          {supplierAccount.balance
            ? amountText(supplierAccount.balance.amount, supplierAccount.unit)
            : 'not known'}
        </b>
        {tone === 'completed' ? lasts && <span className="t3">, {lasts}</span> : `, ${text.toLowerCase()}`}
      </span>
    </span>
  )
}
