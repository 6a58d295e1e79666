import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { pointsNumber } from '../../../lib/points.ts'

/** `61.5 coins`, with a remark while no two purchases have confirmed it. */
export function costText({ coins, source, isProven }: NonNullable<SupplierProduct['cost']>): string {
  if (coins === undefined) return 'not known'
  if (isProven) return `${pointsNumber(coins)} coins`
  return `${pointsNumber(coins)} coins, ${source === 'typed' ? 'entered' : 'not proven yet'}`
}
