import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { pointsNumber } from '../../../lib/points.ts'

export const packStates = ['new', 'gone', 'changed', 'out', 'same'] as const
export type PackState = (typeof packStates)[number]

/** The most important state of a supplier product; none for one that is neither sold nor listed. */
export function stateOf({ items, goneAt, priceBefore, inStock }: SupplierProduct): PackState | undefined {
  if (goneAt) return items.length > 0 ? 'gone' : undefined
  if (items.length === 0) return 'new'
  if (priceBefore !== undefined) return 'changed'
  return inStock ? 'same' : 'out'
}

export const supplierProductTexts = {
  new: { text: 'Not listed', icon: 'plus', className: 'st-created' },
  gone: { text: 'Discontinued', icon: 'triangle-alert', className: 'st-refused' },
  changed: { text: 'Price changed', icon: 'circle-alert', className: 'st-processing' },
  out: { text: 'Out of stock at supplier', icon: 'ban', className: 'st-refused' },
  same: { text: 'Matches ours', icon: 'circle-check', className: 'st-completed' },
} as const satisfies Record<PackState, { text: string; icon: IconName; className: string }>

/** `61.5 coins`, with a remark while no two purchases have confirmed it. */
export function costText({ coins, source, isProven }: NonNullable<SupplierProduct['cost']>): string {
  if (coins === undefined) return 'unknown'
  if (isProven) return `${pointsNumber(coins)} coins`
  return `${pointsNumber(coins)} coins, ${source === 'typed' ? 'entered' : 'not proven yet'}`
}
