import { unorderedWrites } from '../../platform/mongo.ts'
import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { ListedProduct, PriceList } from '../../providers/suppliers/supplier.ts'
import { ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { noCost } from './cost-rules.ts'
import { mapInputFields } from './price-terms.ts'
import { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'

type SyncDeps = Pick<Deps, 'suppliers' | 'clock' | 'env' | 'log'>

/**
 * Reads again the suppliers' lists that are older than they may get: prices, stock, names of the account's fields.
 * Only products that the catalogue sells by API. Running it twice, or side by side, does no harm.
 * @throws when a list couldn't be read; the others are stored
 */
export async function syncPriceLists(deps: SyncDeps): Promise<void> {
  const apiTypes = await ItemModel.distinct('apiType', { isApi: true })
  const failures: string[] = []
  for (const delivery of apiTypes.flatMap((apiType) => deps.suppliers.forApiType(apiType) ?? [])) {
    const failure = await syncPage(deps, delivery)
    if (failure) failures.push(`${delivery.supplier.name} ${delivery.page}: ${failure}`)
  }
  if (failures.length > 0) throw new Error(`price lists not read: ${failures.join('; ')}`)
}

/** @returns why the list couldn't be read, if so */
async function syncPage(deps: SyncDeps, delivery: SupplierDelivery): Promise<string | undefined> {
  const { page, supplier } = delivery
  const now = deps.clock.now()
  if (
    await isFresh(
      { account: supplier.name, page },
      new Date(now.getTime() - deps.env.SUPPLIER_PRICE_LIST_MAX_AGE_MS),
    )
  ) {
    return undefined
  }
  const list = await supplier.readPriceList(page)
  if (list.kind === 'not_offered') return undefined
  if (list.kind === 'unavailable') return list.message
  const known = await SupplierProductModel.find({ account: supplier.name, page }).lean<ISupplierProduct[]>()
  const fault = faultOf(list.products, known, now)
  if (fault) return fault
  if (!mapInputFields(delivery.knownFields, list.fields)) {
    deps.log.error({ account: supplier.name, page, fields: list.fields }, 'the account’s fields have changed')
  }
  await store(delivery, list, { known, now })
  deps.log.info({ account: supplier.name, page, products: list.products.length }, 'price list read')
  return undefined
}

async function isFresh(where: { account: string; page: string }, since: Date): Promise<boolean> {
  const newest = await SupplierProductModel.findOne(where).sort({ syncedAt: -1 }).lean()
  return newest !== null && newest.syncedAt > since
}

/** A list that lacks most of what it had is believed once the last whole one is so old, in ms. */
const shortListMs = 24 * 3_600_000

/**
 * Why a list is not believed: an empty one, or half of one, would mark what we sell as gone, and is more likely a
 * mistake.
 */
function faultOf(
  products: readonly ListedProduct[],
  known: readonly ISupplierProduct[],
  now: Date,
): string | undefined {
  if (products.length === 0) return 'The list is empty.'
  const there = known.filter(({ goneAt }) => !goneAt)
  const listed = new Set(products.map(({ supplierItemId }) => supplierItemId))
  const left = there.filter(({ supplierItemId }) => listed.has(supplierItemId))
  const newest = Math.max(...there.map(({ syncedAt }) => syncedAt.getTime()))
  if (left.length * 2 >= there.length || now.getTime() - newest > shortListMs) return undefined
  return `The list has ${left.length} of the ${there.length} products that it had.`
}

type Before = { known: readonly ISupplierProduct[]; now: Date }

/** What is no longer listed stays known, out of stock, with the time since when; a price that changed keeps the one of before. */
async function store(
  { page, supplier }: SupplierDelivery,
  { products, unit, fields }: Extract<PriceList, { kind: 'ok' }>,
  { known, now }: Before,
): Promise<void> {
  const account = supplier.name
  const before = new Map(known.map((product) => [product.supplierItemId, product.price]))
  const listed = new Set(products.map(({ supplierItemId }) => supplierItemId))
  const gone = known.filter(({ supplierItemId, goneAt }) => !listed.has(supplierItemId) && !goneAt)
  const changeOf = ({ supplierItemId, price }: ListedProduct) => {
    const was = before.get(supplierItemId)
    if (was === undefined) return { $set: {}, $setOnInsert: { cost: noCost() } }
    if (Number(was) === Number(price)) return { $set: {} }
    // Its coins may have changed with it: they are no evidence before purchases agree again.
    return { $set: { priceBefore: was, priceChangedAt: now, 'cost.agreed': 0 }, $inc: { 'cost.version': 1 } }
  }
  await SupplierProductModel.bulkWrite(
    [
      ...products.map((product) => ({
        updateOne: {
          filter: { _id: supplierProductId(account, product.supplierItemId) },
          update: withChange(changeOf(product), {
            ...product,
            account,
            page,
            unit,
            fields,
            syncedAt: now,
            goneAt: null,
          }),
          upsert: true,
        },
      })),
      ...gone.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { inStock: false, goneAt: now } } },
      })),
    ],
    unorderedWrites,
  )
}

const withChange = <Change extends { $set: object }>(change: Change, listed: object) => ({
  ...change,
  $set: { ...listed, ...change.$set },
})
