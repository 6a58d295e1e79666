import { raiseAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import {
  costOfProduct,
  isProven,
  lessonOf,
  noCost,
  type ProductLesson,
  suggestedCoins,
  withLesson,
} from './cost-rules.ts'
import type { Batch, CostLesson, UnitCost } from './settle-batch.ts'
import { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'
import type { IUnit } from './unit-schema.ts'

type LearnDeps = Pick<Deps, 'clock' | 'log'>

/** The current costs of units at an account, in their order. */
export async function unitCosts(
  account: string,
  units: readonly Pick<IUnit, 'supplierItemId' | 'factor'>[],
): Promise<UnitCost[]> {
  const products = await readProducts(account, units)
  return units.map(({ supplierItemId, factor }) => {
    const product = products.get(supplierItemId)
    return product
      ? { cost: costOfProduct(product, factor), isProven: isProven(product) }
      : { cost: '', isProven: false }
  })
}

/** What the purchases of a batch show about the costs of their products. Writes nothing until `keep` is called. */
export async function batchLesson(deps: LearnDeps, batch: Batch): Promise<CostLesson> {
  const { isTrue, products } = lessonOf(batch, await readProducts(batch.account, batch.bought))
  return {
    isTrue,
    async keep() {
      for (const lesson of products) await storeLesson(deps, batch, lesson)
    },
  }
}

async function readProducts(account: string, of: readonly { supplierItemId: string }[]) {
  const ids = [...new Set(of.map(({ supplierItemId }) => supplierProductId(account, supplierItemId)))]
  const products =
    ids.length === 0 ? [] : await SupplierProductModel.find({ _id: { $in: ids } }).lean<ISupplierProduct[]>()
  return new Map(products.map((product) => [product.supplierItemId, product]))
}

/** Concurrent writers of a product: a price list, an admin, another batch. */
const maxTries = 5

async function storeLesson(deps: LearnDeps, batch: Batch, lesson: ProductLesson): Promise<void> {
  const _id = supplierProductId(batch.account, lesson.supplierItemId)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const product = await SupplierProductModel.findById(_id).lean<ISupplierProduct | null>()
    const stored = product?.cost ?? noCost()
    const cost = product && withLesson(stored, lesson, { ...batch, at: deps.clock.now() })
    if (!cost) return
    const written = await SupplierProductModel.updateOne(
      { _id, 'cost.version': stored.version },
      { $set: { cost } },
    )
    if (written.modifiedCount === 0) continue
    deps.log.info(
      { ...lesson, account: batch.account, batch: batch.batch },
      'a batch was compared with a cost',
    )
    await alertDeviation(deps, product, lesson)
    return
  }
}

async function alertDeviation(
  deps: LearnDeps,
  product: ISupplierProduct,
  { kind, seen }: ProductLesson,
): Promise<void> {
  const { account, supplierItemId, name, cost } = product
  const about = { account, supplierItemId, name }
  if (kind === 'too_far') {
    const detail = `took ${seen} coins, and its list price suggests ${Math.round(suggestedCoins(product) * 100) / 100}`
    await raiseAlert(deps, { ...about, kind: 'cost_too_far', detail })
  }
  if (kind === 'differs') {
    const origin = cost.source === 'typed' ? 'was typed' : 'were learned before'
    await raiseAlert(deps, {
      ...about,
      kind: 'cost_differs',
      detail: `took ${seen} coins; ${cost.coins} ${origin}`,
    })
  }
}
