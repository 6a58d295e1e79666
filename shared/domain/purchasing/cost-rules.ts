import type { CostUnit, ListUnit } from '../../providers/suppliers/supplier.ts'
import { amountTenThousandths, roundingPerUnit } from './balance-evidence.ts'
import type { Batch, CertainPurchase } from './settle-batch.ts'

/** Where an account's cost of a product comes from. */
type CostSource = 'learned' | 'typed'

/** One entry of a product's cost history; amounts are coins at factor 1, as decimal text. */
export type CostEntry = {
  coins: string
  source: CostSource
  at: Date
  /**
   * Learned: the account's batch, the readings around it, and the first order with the product in it; otherwise 0 and
   * ''.
   */
  batch: number
  before: string
  after: string
  orderId: string
  /** Typed: by which admin, from which source and of which day; otherwise ''. */
  by: string
  reason: string
  on: string
}

/** The cost of a product at an account in coins, which its price list does not contain. */
export type ProductCost = {
  /** Decimal text at factor 1; '' when unknown. */
  coins: string
  source: CostSource | ''
  /** Number of consecutive batches whose readings agreed with it. */
  agreed: number
  /** The last batch that was compared with it; 0: none. */
  batch: number
  /** Incremented by each change. */
  version: number
  /** Newest last. */
  history: CostEntry[]
}

export const noCost = (): ProductCost => ({
  coins: '',
  source: '',
  agreed: 0,
  batch: 0,
  version: 0,
  history: [],
})

/** What the rules need of a stored product. `cost` is absent until the price list is read again. */
export type PricedProduct = { price: string; unit: ListUnit; cost?: ProductCost | undefined }

/** Approximate coins for one unit of the price list's currency; a cost far from it is not learned. */
const coinsPer: Partial<Record<ListUnit, number>> = { BRL: 10, PHP: 1 }
const plausible = { from: 0.8, to: 1.2 }

/** Consecutive batches that must agree before a product's cost counts as evidence of a purchase's result. */
const minAgreed = 2
const maxEntries = 50

/** Pure. The currency of the account's balance. */
export const costUnitOf = ({ unit }: Pick<PricedProduct, 'unit'>): CostUnit =>
  unit === 'BRL' || unit === 'PHP' ? 'coins' : unit

/** Pure. Whether the account is charged in coins, so that the list price is not the cost. */
export const isInCoins = (product: Pick<PricedProduct, 'unit'>): boolean => costUnitOf(product) === 'coins'

/** Pure. Decimal text in the currency of the account's balance; '' when unknown. */
export function costOfProduct(product: PricedProduct, factor = 1): string {
  const cost = isInCoins(product) ? (product.cost?.coins ?? '') : product.price
  return cost === '' ? '' : multiplyDecimal(cost, factor)
}

/** Pure. Whether the cost may count as evidence of a purchase's result. */
export const isProven = (product: PricedProduct): boolean =>
  !isInCoins(product) || (costOfProduct(product) !== '' && (product.cost?.agreed ?? 0) >= minAgreed)

/** Pure. Coins that the list price suggests: for display and comparison, never for calculation. */
export const suggestedCoins = ({ price, unit }: PricedProduct): number =>
  Number(price) * (coinsPer[unit] ?? 1)

/** Pure. @param coins at factor 1 */
export function isPlausible(product: PricedProduct, coins: number): boolean {
  const suggested = suggestedCoins(product)
  return coins >= suggested * plausible.from && coins <= suggested * plausible.to
}

/** What a batch shows about the cost of one product. `seen`: coins at factor 1 that its purchases took. */
export type ProductLesson = { supplierItemId: string; orderId: string; seen: string } & (
  | { kind: 'learned' | 'agrees' | 'differs' }
  /** Too far from what the list price suggests. */
  | { kind: 'too_far' }
  /** The batch does not add up, so that this product's cost is uncertain. */
  | { kind: 'doubtful' }
)

type Lesson = {
  /** Whether the readings agree with our purchases; undefined when they cannot be compared. */
  isTrue: boolean | undefined
  products: ProductLesson[]
}

const nothing: Lesson = { isTrue: undefined, products: [] }

/**
 * Pure. What a batch teaches: the cost of a product when all others of the batch are proven, or a mismatch when the
 * batch does not add up.
 * @param products the account's products by their supplier's ids
 */
export function lessonOf(
  { before, after, bought }: Batch,
  products: ReadonlyMap<string, PricedProduct>,
): Lesson {
  const [from, to] = [amountTenThousandths(before), amountTenThousandths(after)]
  if (from === undefined || to === undefined) return nothing
  const fell = from - to
  const byProduct = Map.groupBy(bought, ({ supplierItemId }) => supplierItemId)
  const unproven = [...byProduct.keys()].filter((id) => !isProven(products.get(id) ?? unlisted))
  const [only] = unproven
  if (only !== undefined && unproven.length === 1) {
    const rest = sumOf(
      bought.filter(({ supplierItemId }) => supplierItemId !== only),
      products,
    )
    return rest === undefined
      ? nothing
      : productLesson({ fell: fell - rest, of: byProduct.get(only) ?? [], all: bought }, products)
  }
  const sum = sumOf(bought, products)
  if (sum === undefined) return nothing
  if (Math.abs(fell - sum) <= roundingPerUnit * bought.length) return { isTrue: true, products: [] }
  return {
    isTrue: false,
    products: [...byProduct].flatMap(([id, [purchase]]) => (purchase ? doubtful(id, purchase) : [])),
  }
}

const unlisted: PricedProduct = { price: '', unit: 'BRL' }

const doubtful = (supplierItemId: string, { orderId }: CertainPurchase): ProductLesson => ({
  kind: 'doubtful',
  supplierItemId,
  orderId,
  seen: '',
})

type ProductPurchases = { fell: number; of: readonly CertainPurchase[]; all: readonly CertainPurchase[] }

/** @param fell ten-thousandths by which the balance fell for this product */
function productLesson(
  { fell, of, all }: ProductPurchases,
  products: ReadonlyMap<string, PricedProduct>,
): Lesson {
  const { supplierItemId, orderId } = of[0] as CertainPurchase
  const product = products.get(supplierItemId)
  if (!product) return nothing
  const factors = of.reduce((sum, { factor }) => sum + factor, 0)
  // A cost has two decimals; finer digits come from the rounding of a factor.
  const coins = Math.round(fell / factors / 100) / 100
  const facts = { supplierItemId, orderId, seen: String(coins) }
  const stored = amountTenThousandths(product.cost?.coins ?? '')
  if (stored !== undefined && Math.abs(fell - stored * factors) <= roundingPerUnit * all.length) {
    return { isTrue: true, products: [{ ...facts, kind: 'agrees' }] }
  }
  if (!isPlausible(product, coins))
    return { isTrue: stored === undefined ? undefined : false, products: [{ ...facts, kind: 'too_far' }] }
  return stored === undefined
    ? { isTrue: undefined, products: [{ ...facts, kind: 'learned' }] }
    : { isTrue: false, products: [{ ...facts, kind: 'differs' }] }
}

/** Ten-thousandths; undefined when a cost is unknown. */
function sumOf(
  bought: readonly CertainPurchase[],
  products: ReadonlyMap<string, PricedProduct>,
): number | undefined {
  let sum = 0
  for (const { supplierItemId, factor } of bought) {
    const cost = amountTenThousandths(costOfProduct(products.get(supplierItemId) ?? unlisted, factor))
    if (cost === undefined) return undefined
    sum += cost
  }
  return sum
}

/** Pure. The cost after a batch; undefined when the batch shows nothing new. */
export function withLesson(
  cost: ProductCost,
  lesson: ProductLesson,
  { batch, before, after, at }: Pick<Batch, 'batch' | 'before' | 'after'> & { at: Date },
): ProductCost | undefined {
  if (batch <= cost.batch) return undefined
  const compared = { ...cost, batch, version: cost.version + 1 }
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
        batch,
        before,
        after,
        orderId,
        by: '',
        reason: '',
        on: '',
      }
      return { ...withEntry(compared, entry), agreed: 1 }
    }
    default:
      return lesson satisfies never
  }
}

/** Pure. The cost after an admin typed it: used at once, but no evidence until readings agree with it. */
export const withTypedCost = (cost: ProductCost, entry: CostEntry): ProductCost => ({
  ...withEntry({ ...cost, version: cost.version + 1 }, entry),
  agreed: 0,
})

const withEntry = (cost: ProductCost, entry: CostEntry): ProductCost => ({
  ...cost,
  coins: entry.coins,
  source: entry.source,
  history: [...cost.history, entry].slice(-maxEntries),
})

/**
 * A price times a factor, exactly. Suppliers' prices are decimal text, and a sum of rounded products would differ from
 * the fall in balance.
 * @param price decimal text, e.g. `6.25`
 * @returns decimal text without trailing zeros
 */
export function multiplyDecimal(price: string, factor: number): string {
  const factorText = /e/.test(String(factor)) ? factor.toFixed(10) : String(factor)
  const digits = decimals(price) + decimals(factorText)
  const product = digitsOf(price) * digitsOf(factorText)
  const text = product.toString().padStart(digits + 1, '0')
  const cut = text.length - digits
  return digits === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`.replace(/\.?0+$/, '')
}

const decimals = (text: string) => text.split('.')[1]?.length ?? 0
const digitsOf = (text: string) => BigInt(text.replace('.', ''))
