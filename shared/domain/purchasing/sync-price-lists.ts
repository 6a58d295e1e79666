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
 * Reads the suppliers' price lists that have passed their maximum age: prices, stock, names of the account's fields.
 * Only of products that the catalogue sells by API. Repeated or concurrent runs do no harm.
 * @throws when a list could not be read; the others are stored
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

/** @returns why the list could not be read, if so */
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
  const stored = await SupplierProductModel.find({ account: supplier.name, page }).lean<ISupplierProduct[]>()
  const fault = faultOf(list.products, stored, now)
  if (fault) return fault
  if (!mapInputFields(delivery.knownFields, list.fields)) {
    deps.log.error({ account: supplier.name, page, fields: list.fields }, 'the account’s fields have changed')
  }
  await store(delivery, list, { stored, now })
  deps.log.info({ account: supplier.name, page, products: list.products.length }, 'price list read')
  return undefined
}

async function isFresh(where: { account: string; page: string }, since: Date): Promise<boolean> {
  const newest = await SupplierProductModel.findOne(where).sort({ syncedAt: -1 }).lean()
  return newest !== null && newest.syncedAt > since
}

/** Age of the last complete list, in ms, from which on a list that lacks most of its products is accepted. */
const shortListMs = 24 * 3_600_000

/** Why a list is rejected: an empty or half list is probably a mistake, and would mark what we sell as gone. */
function faultOf(
  products: readonly ListedProduct[],
  stored: readonly ISupplierProduct[],
  now: Date,
): string | undefined {
  if (products.length === 0) return 'The list is empty.'
  const current = stored.filter(({ goneAt }) => !goneAt)
  const listed = new Set(products.map(({ supplierItemId }) => supplierItemId))
  const remaining = current.filter(({ supplierItemId }) => listed.has(supplierItemId))
  const newest = Math.max(...current.map(({ syncedAt }) => syncedAt.getTime()))
  if (remaining.length * 2 >= current.length || now.getTime() - newest > shortListMs) return undefined
  return `The list has ${remaining.length} of the ${current.length} products that it had.`
}

type Before = { stored: readonly ISupplierProduct[]; now: Date }

/**
 * Stores a list. Products no longer listed stay stored as out of stock, with the time; a changed price keeps the
 * previous one.
 */
async function store(
  { page, supplier }: SupplierDelivery,
  { products, unit, fields }: Extract<PriceList, { kind: 'ok' }>,
  { stored, now }: Before,
): Promise<void> {
  const account = supplier.name
  const previousPrices = new Map(stored.map((product) => [product.supplierItemId, product.price]))
  const listed = new Set(products.map(({ supplierItemId }) => supplierItemId))
  const gone = stored.filter(({ supplierItemId, goneAt }) => !listed.has(supplierItemId) && !goneAt)
  const priceChange = ({ supplierItemId, price }: ListedProduct) => {
    const previousPrice = previousPrices.get(supplierItemId)
    if (previousPrice === undefined) return { $set: {}, $setOnInsert: { cost: noCost() } }
    if (Number(previousPrice) === Number(price)) return { $set: {} }
    // The cost in coins may have changed, too: it is no evidence until purchases agree with it again.
    return {
      $set: { priceBefore: previousPrice, priceChangedAt: now, 'cost.agreed': 0 },
      $inc: { 'cost.version': 1 },
    }
  }
  await SupplierProductModel.bulkWrite(
    [
      ...products.map((product) => ({
        updateOne: {
          filter: { _id: supplierProductId(account, product.supplierItemId) },
          update: withChange(priceChange(product), {
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
