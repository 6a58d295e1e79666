import type { CostUnit, ListUnit } from '../../providers/suppliers/supplier.ts'
import { type Batch, type BoughtPack, pointsOf, roundingPerPack } from '../fulfilment/index.ts'
import { timesFactor } from './times-factor.ts'

/** How an account's cost of a pack came to be known. */
export type CostSource = 'learned' | 'typed'

/** One value that a pack's cost had; amounts are coins at factor 1, as decimal text. */
export type CostEntry = {
  coins: string
  source: CostSource
  at: Date
  /** Learned: the account's batch, the readings around it, and the first order with the pack in it; else 0 and ''. */
  batch: number
  before: string
  after: string
  orderId: string
  /** Typed: who typed it, where the value is from and of which day it is; else ''. */
  by: string
  why: string
  on: string
}

/** What an account that counts coins takes for a pack, which its price list does not tell. */
export type PackCost = {
  /** Decimal text at factor 1; '' while it is not known. */
  coins: string
  source: CostSource | ''
  /** In how many batches in a row the readings agreed with it. */
  agreed: number
  /** The last batch that was compared with it; 0: none. */
  batch: number
  /** Rises with each change. */
  version: number
  /** Newest last. */
  history: CostEntry[]
}

export const noCost = (): PackCost => ({
  ...{ coins: '', source: '', agreed: 0, batch: 0, version: 0 },
  history: [],
})

/** What the rules need of a stored pack. `cost` is absent until the pack is read by this release. */
export type PricedPack = { price: string; unit: ListUnit; cost?: PackCost | undefined }

/** Coins for one unit of the list's money, roughly: what is far from it is not learned. */
const coinsPer: Partial<Record<ListUnit, number>> = { BRL: 10, PHP: 1 }
const plausible = { from: 0.8, to: 1.2 }

/** Batches that must agree before the cost of a pack is evidence of what became of a purchase. */
const agreedAtLeast = 2
const entriesAtMost = 50

/** Pure. What its account counts in. */
export const costUnitOf = ({ unit }: Pick<PricedPack, 'unit'>): CostUnit =>
  unit === 'BRL' || unit === 'PHP' ? 'coins' : unit

/** Pure. Whether its account takes coins, so that its list price is no cost. */
export const isInCoins = (pack: Pick<PricedPack, 'unit'>): boolean => costUnitOf(pack) === 'coins'

/** Pure. Decimal text in the unit of the account's balance; '' while it is not known. */
export function costOfPack(pack: PricedPack, factor = 1): string {
  const cost = isInCoins(pack) ? (pack.cost?.coins ?? '') : pack.price
  return cost === '' ? '' : timesFactor(cost, factor)
}

/** Pure. Whether the cost may count as evidence of what became of a purchase. */
export const isProven = (pack: PricedPack): boolean =>
  !isInCoins(pack) || (costOfPack(pack) !== '' && (pack.cost?.agreed ?? 0) >= agreedAtLeast)

/** Pure. Coins that the list price suggests: to show and to compare with, never to count with. */
export const suggestedCoins = ({ price, unit }: PricedPack): number => Number(price) * (coinsPer[unit] ?? 1)

/** Pure. @param coins at factor 1 */
export function isPlausible(pack: PricedPack, coins: number): boolean {
  const suggested = suggestedCoins(pack)
  return coins >= suggested * plausible.from && coins <= suggested * plausible.to
}

/** What a batch says of the cost of one pack. `seen`: the coins at factor 1 that its purchases took. */
export type PackLesson = { supplierItemId: string; orderId: string; seen: string } & (
  | { kind: 'learned' | 'agrees' | 'differs' }
  /** Too far from what the list suggests to be believed. */
  | { kind: 'too_far' }
  /** The batch does not add up, so that this pack's cost is doubtful. */
  | { kind: 'doubtful' }
)

export type Lesson = {
  /** Whether the readings agree with what was bought; undefined: they cannot be compared. */
  isTrue: boolean | undefined
  packs: PackLesson[]
}

const nothing: Lesson = { isTrue: undefined, packs: [] }

/**
 * Pure. What a batch teaches: the cost of a pack where all others of the batch are proven, and a contradiction where the
 * batch does not add up.
 * @param packs the account's packs by their supplier's ids
 */
export function lessonOf({ before, after, bought }: Batch, packs: ReadonlyMap<string, PricedPack>): Lesson {
  const [from, to] = [pointsOf(before), pointsOf(after)]
  if (from === undefined || to === undefined) return nothing
  const fell = from - to
  const kinds = Map.groupBy(bought, ({ supplierItemId }) => supplierItemId)
  const open = [...kinds.keys()].filter((id) => !isProven(packs.get(id) ?? unlisted))
  const [only] = open
  if (only !== undefined && open.length === 1) {
    const rest = sumOf(
      bought.filter(({ supplierItemId }) => supplierItemId !== only),
      packs,
    )
    return rest === undefined
      ? nothing
      : lessonOfOne({ fell: fell - rest, of: kinds.get(only) ?? [], all: bought }, packs)
  }
  const sum = sumOf(bought, packs)
  if (sum === undefined) return nothing
  if (Math.abs(fell - sum) <= roundingPerPack * bought.length) return { isTrue: true, packs: [] }
  return { isTrue: false, packs: [...kinds].flatMap(([id, [one]]) => (one ? doubt(id, one) : [])) }
}

const unlisted: PricedPack = { price: '', unit: 'BRL' }

const doubt = (supplierItemId: string, { orderId }: BoughtPack): PackLesson => ({
  ...{ kind: 'doubtful', supplierItemId, orderId, seen: '' },
})

type One = { fell: number; of: readonly BoughtPack[]; all: readonly BoughtPack[] }

/** @param fell ten-thousandths that the one kind of pack took */
function lessonOfOne({ fell, of, all }: One, packs: ReadonlyMap<string, PricedPack>): Lesson {
  const { supplierItemId, orderId } = of[0] as BoughtPack
  const pack = packs.get(supplierItemId)
  if (!pack) return nothing
  const factors = of.reduce((sum, { factor }) => sum + factor, 0)
  // A cost has two decimals; what is between them is the rounding of a factor.
  const coins = Math.round(fell / factors / 100) / 100
  const one = { supplierItemId, orderId, seen: String(coins) }
  const known = pointsOf(pack.cost?.coins ?? '')
  if (known !== undefined && Math.abs(fell - known * factors) <= roundingPerPack * all.length) {
    return { isTrue: true, packs: [{ ...one, kind: 'agrees' }] }
  }
  if (!isPlausible(pack, coins))
    return { isTrue: known === undefined ? undefined : false, packs: [{ ...one, kind: 'too_far' }] }
  return known === undefined
    ? { isTrue: undefined, packs: [{ ...one, kind: 'learned' }] }
    : { isTrue: false, packs: [{ ...one, kind: 'differs' }] }
}

/** Ten-thousandths; undefined where one is not known. */
function sumOf(bought: readonly BoughtPack[], packs: ReadonlyMap<string, PricedPack>): number | undefined {
  let sum = 0
  for (const { supplierItemId, factor } of bought) {
    const cost = pointsOf(costOfPack(packs.get(supplierItemId) ?? unlisted, factor))
    if (cost === undefined) return undefined
    sum += cost
  }
  return sum
}

/** Pure. The cost after a batch; undefined where it says nothing new. */
export function afterLesson(
  cost: PackCost,
  lesson: PackLesson,
  { group, before, after, at }: Pick<Batch, 'group' | 'before' | 'after'> & { at: Date },
): PackCost | undefined {
  if (group <= cost.batch) return undefined
  const compared = { ...cost, batch: group, version: cost.version + 1 }
  switch (lesson.kind) {
    case 'agrees':
      return { ...compared, agreed: cost.agreed + 1 }
    case 'too_far':
    case 'doubtful':
      return { ...compared, agreed: 0 }
    case 'learned':
    case 'differs': {
      const { seen: coins, orderId } = lesson
      const entry: CostEntry = {
        coins,
        source: 'learned',
        at,
        batch: group,
        before,
        after,
        orderId,
        by: '',
        why: '',
        on: '',
      }
      return { ...withEntry(compared, entry), agreed: 1 }
    }
    default:
      return lesson satisfies never
  }
}

/** Pure. The cost as it is once somebody has typed it: used, and no evidence before readings agree with it. */
export const afterTyping = (cost: PackCost, entry: CostEntry): PackCost => ({
  ...withEntry({ ...cost, version: cost.version + 1 }, entry),
  agreed: 0,
})

const withEntry = (cost: PackCost, entry: CostEntry): PackCost => ({
  ...cost,
  ...{ coins: entry.coins, source: entry.source },
  history: [...cost.history, entry].slice(-entriesAtMost),
})
