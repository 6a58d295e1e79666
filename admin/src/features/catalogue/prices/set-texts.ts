import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { messages } from './price-texts.ts'
import { isLeftAlone } from './use-send-prices.ts'

/** `1 price`, `20 prices`. */
export const pricesText = (count: number): string => `${count} ${count === 1 ? 'price' : 'prices'}`

/** `20 prices, Mobile Legends`: named by the products that sell the items now. */
export function setTitle(
  { prices }: Pick<PriceChange, 'prices'>,
  items: readonly Pick<AdminItem, 'itemid' | 'products'>[],
): string {
  const byNumber = new Map(items.map((item) => [item.itemid, item]))
  const names = new Set(prices.flatMap(({ itemid }) => byNumber.get(itemid)?.products[0]?.name ?? []))
  const [first, ...others] = names
  const where = first === undefined ? '' : others.length > 0 ? `, ${first} and others` : `, ${first}`
  return `${pricesText(prices.length)}${where}`
}

type SetText = { text: string; icon: IconName; className: string }

const texts = {
  planned: { text: 'Scheduled', icon: 'clock', className: 'st-created' },
  applied: { text: 'Applied', icon: 'circle-check', className: 'st-completed' },
  partly: { text: 'Partly applied', icon: 'circle-alert', className: 'st-processing' },
  refused: { text: 'Not applied', icon: 'ban', className: 'st-refused' },
  cancelled: { text: 'Cancelled', icon: 'x', className: 'st-plain' },
} as const satisfies Record<PriceChange['state'], SetText>

/**
 * The state of a price change as a word and a sign; depends on whether the viewer may approve
 * pending prices.
 */
export const priceChangeTexts = (
  { state, rolledBackBy, pending }: Pick<PriceChange, 'state' | 'rolledBackBy' | 'pending'>,
  mayAnswer: boolean,
): SetText => {
  if (rolledBackBy) return { text: 'Rolled back', icon: 'undo-2', className: 'st-plain' }
  if (pending !== 'open') return texts[state]
  return {
    text: mayAnswer ? 'Needs approval' : 'No decision',
    icon: 'circle-help',
    className: 'st-processing',
  }
}

export const canRollBack = (set: PriceChange): boolean => set.rolledBackBy === '' && appliedCount(set) > 0

/** How many prices the change has written. */
export const appliedCount = ({ prices }: PriceChange): number =>
  prices.filter(({ result }) => result === 'applied').length

/** How many of its prices were left alone. */
export const skippedCount = ({ prices }: PriceChange): number => prices.filter(isLeftAlone).length

/** How many of its prices are pending. */
export const pendingCount = ({ prices }: Pick<PriceChange, 'prices'>): number =>
  prices.filter(({ result }) => result === 'pending').length

/** How many of its prices wait for an owner's approval. */
export const awaitingOwnerCount = ({ prices }: Pick<PriceChange, 'prices'>): number =>
  prices.filter(({ result, risk }) => result === 'pending' && risk !== undefined).length

/** Why prices are pending: the cost of an item is not always known when its price is scheduled. */
export const pendingPricesReason = ({ prices }: Pick<PriceChange, 'prices'>): string => {
  if (awaitingOwnerCount({ prices }) > 0) return 'an owner must approve'
  return prices.some(({ result, costBefore }) => result === 'pending' && costBefore === undefined)
    ? 'cost went up or was unknown'
    : 'cost went up'
}

/** The result of applying pending prices. */
export function appliedText(made: PriceChange): { kind: 'ok' | 'bad'; text: string } {
  const [written, again, left] = [appliedCount(made), pendingCount(made), skippedCount(made)]
  if (again + left === 0) return { kind: 'ok', text: messages.saved }
  const parts = [
    written > 0 ? `${pricesText(written)} applied` : 'No prices applied',
    ...(again > 0
      ? [
          awaitingOwnerCount(made) > 0
            ? `${pricesText(again)} for review: an owner must approve`
            : `${pricesText(again)} for review again, costs rose further`,
        ]
      : []),
    ...(left > 0 ? [`${left} skipped, changed or deleted since`] : []),
  ]
  return { kind: written > 0 ? 'ok' : 'bad', text: `${parts.join('. ')}.` }
}
