import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useCondition } from '../../lib/incidents/use-incidents.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { amountText, type Condition, lastsText } from '../../lib/suppliers/supplier-texts.ts'
import { useSuppliers } from '../../lib/suppliers/use-suppliers.ts'

/** The suppliers' balances at the top of every screen, as one link to the suppliers' screen. */
export default function SupplierBar() {
  const { data = [] } = useSuppliers()
  const condition = useCondition()
  if (data.length === 0) return null
  return (
    <AppLink href="/suppliers">
      {worstFirst(data, condition).map((supplierAccount) => (
        <Glance
          key={supplierAccount.account}
          supplierAccount={supplierAccount}
          condition={condition(supplierAccount)}
        />
      ))}
    </AppLink>
  )
}

/** A phone has room for one only. */
function worstFirst(all: readonly SupplierAccount[], condition: ReturnType<typeof useCondition>) {
  const isWell = (account: SupplierAccount) => condition(account).tone === 'completed'
  return all.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
}

type GlanceProps = { supplierAccount: SupplierAccount; condition: Condition }

function Glance({ supplierAccount, condition: { tone, icon, text } }: GlanceProps) {
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
            : 'unknown'}
        </b>
        {tone === 'completed' ? lasts && <span className="t3">, {lasts}</span> : `, ${text.toLowerCase()}`}
      </span>
    </span>
  )
}
