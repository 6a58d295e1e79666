import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { pointsNumber } from '../../../lib/points.ts'

/** `61.5 coins`, with how sure that is where two purchases have not agreed yet. */
export function costText({ coins, source, isProven }: NonNullable<SupplierProduct['cost']>): string {
  if (coins === undefined) return 'not known'
  if (isProven) return `${pointsNumber(coins)} coins`
  return `${pointsNumber(coins)} coins, ${source === 'typed' ? 'entered' : 'not proven yet'}`
}
