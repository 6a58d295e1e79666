import type { SupplierVendorName } from '@jhatpat/shared/providers/vendors.ts'
import type { ListingName } from '../../support/shop.ts'
import type { Random } from '../environment/random.ts'

/**
 * How a customer pays: at once, never, after the order closed, twice, another amount; `wallet` pays by
 * ordering.
 */
export type Paying = 'wallet' | 'now' | 'never' | 'late' | 'twice' | 'less' | 'more'

/** What happens to a player's purchase: nothing special, or a fault of the network or the supplier. */
export type Trouble =
  | 'none'
  | 'refuse'
  | 'timeout_accepted'
  | 'timeout_lost'
  | 'reset'
  | 'reset_accepted'
  | 'http500'
  | 'http500_accepted'
  | 'cut_json'
  | 'no_id'
  | 'html'

export type OrderWish = {
  kind: 'order'
  index: number
  listing: ListingName
  paying: Paying
  trouble: Trouble
  /** How often the same request is sent at once, under one Idempotency-Key. */
  copies: number
  /** A unique player: the suppliers' journals identify units by it. */
  player: string
  customer: number
  /** After the start of the load. */
  atMs: number
}

export type TopUpWish = {
  kind: 'topup'
  index: number
  rupees: number
  paying: Extract<Paying, 'now' | 'never' | 'twice' | 'late'>
  customer: number
  atMs: number
}

export type Wish = OrderWish | TopUpWish

type Recipe = Pick<OrderWish, 'listing' | 'paying' | 'trouble' | 'copies'> | { topUp: TopUpWish['paying'] }

const usual = { trouble: 'none', copies: 1 } as const

/** Every kind of order; a load cycles through this list. */
const recipes: readonly Recipe[] = [
  { ...usual, listing: 'diamonds', paying: 'now' },
  { ...usual, listing: 'crystals', paying: 'wallet' },
  { ...usual, listing: 'bundle', paying: 'now' },
  { ...usual, listing: 'diamonds', paying: 'wallet', copies: 3 },
  { ...usual, listing: 'crystals', paying: 'now' },
  { ...usual, listing: 'manual', paying: 'now' },
  { topUp: 'now' },
  { ...usual, listing: 'bundle', paying: 'wallet' },
  { ...usual, listing: 'diamonds', paying: 'twice' },
  { ...usual, listing: 'crystals', paying: 'never' },
  { ...usual, listing: 'diamonds', paying: 'less' },
  { ...usual, listing: 'crystals', paying: 'more' },
  { ...usual, listing: 'diamonds', paying: 'now', copies: 3 },
  { ...usual, listing: 'crystals', paying: 'wallet', trouble: 'refuse' },
  { ...usual, listing: 'diamonds', paying: 'now', trouble: 'refuse' },
  { ...usual, listing: 'crystals', paying: 'now', trouble: 'timeout_lost' },
  { ...usual, listing: 'manual', paying: 'wallet' },
  { topUp: 'twice' },
  { ...usual, listing: 'crystals', paying: 'wallet', trouble: 'timeout_accepted' },
  { ...usual, listing: 'diamonds', paying: 'late' },
  { ...usual, listing: 'diamonds', paying: 'wallet', trouble: 'timeout_accepted' },
  { topUp: 'never' },
]

/**
 * Orders with every fault of a supplier, and the same number without: otherwise the supplier would count as
 * down.
 */
const spoilt: readonly Recipe[] = (
  [
    'timeout_accepted',
    'timeout_lost',
    'reset',
    'reset_accepted',
    'http500',
    'http500_accepted',
    'cut_json',
    'no_id',
    'html',
    'refuse',
  ] as const
).flatMap((trouble, round) =>
  (['crystals', 'diamonds', round % 2 === 0 ? 'bundle' : 'crystals'] as const).flatMap(
    (listing, at): Recipe[] => {
      const recipe = { ...usual, listing, paying: at % 2 === 0 ? ('wallet' as const) : ('now' as const) }
      return [{ ...recipe, trouble }, recipe]
    },
  ),
)

/** Orders without a fault. */
const plain: readonly Recipe[] = recipes.filter(
  (recipe) => !('topUp' in recipe) && recipe.trouble === 'none' && ['now', 'wallet'].includes(recipe.paying),
)

/** All at one account of the supplier without a lookup. */
const oneAccount: readonly Recipe[] = [{ ...usual, listing: 'diamonds', paying: 'wallet' }]

/** All that goes through the gateway and is paid at once, and once. */
const byUpi: readonly Recipe[] = [
  { ...usual, listing: 'diamonds', paying: 'now' },
  { ...usual, listing: 'crystals', paying: 'now' },
  { topUp: 'now' },
  { ...usual, listing: 'manual', paying: 'now' },
]

export const mixes = { every: recipes, spoilt, plain, oneAccount, byUpi } as const

export type LoadSize = { count: number; spreadMs: number; customers: number; mix: keyof typeof mixes }

/** The wishes of a load: the same for the same seed, each kind equally often. */
export function planLoad(random: Random, { count, spreadMs, customers, mix }: LoadSize): Wish[] {
  const round = mixes[mix]
  const chosen = random.shuffled(Array.from({ length: count }, (_, index) => round[index % round.length]!))
  return chosen.map((recipe, index) => {
    const common = { index, customer: index % customers, atMs: Math.floor((index * spreadMs) / count) }
    if ('topUp' in recipe) {
      return { kind: 'topup', ...common, rupees: 100 + random.below(900), paying: recipe.topUp }
    }
    return { kind: 'order', ...common, ...recipe, player: String(300_000_000 + index) }
  })
}

/** Settings that make a supplier treat the players of these wishes as planned. */
export function playersOf(wishes: readonly Wish[], vendor: SupplierVendorName) {
  const { listings, playerOf } = troublesAt[vendor]
  const troubled = wishes.filter(
    (wish): wish is OrderWish =>
      wish.kind === 'order' && listings.includes(wish.listing) && wish.trouble !== 'none',
  )
  return Object.fromEntries(troubled.map((wish) => [wish.player, playerOf(wish.trouble)]))
}

/** What is bought from each supplier, and the settings with which its simulator produces a player's fault. */
export const troublesAt: Record<SupplierVendorName, SupplierTroubles> = {
  smileone: {
    listings: ['diamonds', 'bundle'],
    playerOf: (trouble) =>
      trouble === 'refuse'
        ? { order: { status: 201, message: 'The recharge has failed.' } }
        : { outcome: trouble, orders: 'odd' },
  },
  moogold: {
    listings: ['crystals'],
    playerOf: (trouble) =>
      trouble === 'refuse'
        ? { refuse: { code: '118', message: 'This product is blocked' } }
        : { outcome: trouble, firstAttemptOnly: true },
  },
}

/** The suppliers under load. */
export const suppliersUnderLoad = Object.keys(troublesAt) as SupplierVendorName[]

type SupplierTroubles = {
  listings: readonly ListingName[]
  playerOf(trouble: Trouble): Record<string, unknown>
}
