import type { Role } from '../../contracts/roles.ts'
import type { ItemDoc } from './item-model.ts'

/** What a caller of this role pays for an item, in paise. Admins and strangers see the customers' price. */
export function pricePaiseFor(
  item: Pick<ItemDoc, 'discountedPaise' | 'resellPaise'>,
  role: Role | undefined,
): number {
  return role === 'reseller' ? item.resellPaise : item.discountedPaise
}
