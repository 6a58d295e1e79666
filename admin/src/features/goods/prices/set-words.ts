import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { PriceSet } from '@jhatpat/shared/contracts/price-sets.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { isLeftAlone } from './use-send-prices.ts'

/** `1 price`, `20 prices`. */
export const pricesText = (count: number): string => `${count} ${count === 1 ? 'price' : 'prices'}`

/** `20 prices, Mobile Legends`: by the products that sell the items now. */
export function setTitle(
  { prices }: Pick<PriceSet, 'prices'>,
  items: readonly Pick<AdminItem, 'itemid' | 'products'>[],
): string {
  const byNumber = new Map(items.map((item) => [item.itemid, item]))
  const names = new Set(prices.flatMap(({ itemid }) => byNumber.get(itemid)?.products[0]?.name ?? []))
  const [first, ...others] = names
  const where = first === undefined ? '' : others.length > 0 ? `, ${first} and others` : `, ${first}`
  return `${pricesText(prices.length)}${where}`
}

type Words = { text: string; icon: IconName; look: string }

const words = {
  planned: { text: 'Waits', icon: 'clock', look: 'st-created' },
  applied: { text: 'Applied', icon: 'circle-check', look: 'st-completed' },
  partly: { text: 'Partly applied', icon: 'circle-alert', look: 'st-processing' },
  refused: { text: 'Not applied', icon: 'ban', look: 'st-refused' },
  cancelled: { text: 'Cancelled', icon: 'x', look: 'st-plain' },
} as const satisfies Record<PriceSet['state'], Words>

/** How a set stands, in a word and a sign. */
export const setWords = ({
  state,
  rolledBackBy,
  held,
}: Pick<PriceSet, 'state' | 'rolledBackBy' | 'held'>): Words => {
  if (rolledBackBy) return { text: 'Rolled back', icon: 'undo-2', look: 'st-plain' }
  return held === 'open' ? asksYou : words[state]
}

const asksYou: Words = { text: 'Asks you', icon: 'circle-help', look: 'st-processing' }

export const canRollBack = (set: PriceSet): boolean => set.rolledBackBy === '' && appliedOf(set) > 0

/** How many prices a set has written. */
export const appliedOf = ({ prices }: PriceSet): number =>
  prices.filter(({ result }) => result === 'applied').length

/** How many of a set's prices were left alone. */
export const leftAlone = ({ prices }: PriceSet): number => prices.filter(isLeftAlone).length

/** How many of a set's prices were held back. */
export const heldBack = ({ prices }: Pick<PriceSet, 'prices'>): number =>
  prices.filter(({ result }) => result === 'held').length
