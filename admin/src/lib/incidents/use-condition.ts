import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { type Condition, conditionOf } from '../suppliers/supplier-texts.ts'
import { useOpenIncidents } from './use-incidents.ts'

/** The condition of an account, which every screen shows alike: never working while its orders are on hold. */
export function useCondition(): (account: SupplierAccount) => Condition {
  const { data = [] } = useOpenIncidents()
  const active = data.filter(({ state }) => state === 'active')
  return (account) =>
    conditionOf(
      account,
      active.some(({ scope }) => scope === 'ALL' || scope === account.account),
    )
}
