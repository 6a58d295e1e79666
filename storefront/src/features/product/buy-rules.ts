import type { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import type { Draft } from './draft.ts'

/** Whether the player's id must be verified before buying: only for Mobile Legends delivered by API. */
export function needsCheck(product: Pick<Product, 'isApi' | 'type'>): boolean {
  return product.isApi && product.type === 'MLBB'
}

/**
 * Whether BUY NOW proceeds (specification §5): everything chosen and filled in, and `verified` true exactly
 * where the product needs the check.
 */
export function mayBuy(draft: Draft, product: Pick<Product, 'isApi' | 'type'>, verified: boolean): boolean {
  return isComplete(draft) && verified === needsCheck(product)
}

export function isComplete({ itemId, input1, input2, method }: Draft): boolean {
  return itemId !== undefined && input1.trim() !== '' && input2.trim() !== '' && method !== undefined
}

/** This customer's price, in rupees. */
export function priceFor(item: Item, role: string | undefined): number {
  return role === 'reseller' ? item.resellprice : item.discountedprice
}

const weeklyApis: readonly ApiType[] = ['SMILEBR', 'SMILEPH', 'MOOGOLDMLBB']

export const allTab = 'all'
export type ItemTab = 'all' | 'small' | 'medium' | 'large' | 'weekly'

export function tabsFor(items: readonly Item[]): ItemTab[] {
  const hasWeekly = items.some(({ apiType }) => weeklyApis.includes(apiType))
  return ['all', 'small', 'medium', 'large', ...(hasWeekly ? (['weekly'] as const) : [])]
}

export function itemsUnder(tab: ItemTab, items: readonly Item[]): readonly Item[] {
  return tab === allTab ? items : items.filter(({ type }) => type === tab)
}
