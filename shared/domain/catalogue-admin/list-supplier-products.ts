import { ApiType } from '../../contracts/api-types.ts'
import type { ReplyOf } from '../../contracts/route.ts'
import type { SupplierProduct, supplierProducts } from '../../contracts/supplier-products.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import {
  type ISupplierProduct,
  isInCoins,
  isProven,
  SupplierProductModel,
  suggestedCoins,
  supplierProductId,
  supplierProductsOf,
} from '../purchasing/index.ts'

/** A changed price is highlighted for this long. */
const highlightMs = 7 * 86_400_000

type SoldItem = SupplierProduct['items'][number]

/** The stored price lists with the items that use them. Calls no supplier: workers read the lists. */
export async function listSupplierProducts({
  clock,
  suppliers,
}: Pick<Deps, 'clock' | 'suppliers'>): Promise<ReplyOf<typeof supplierProducts>> {
  const [products, items] = await Promise.all([
    SupplierProductModel.find().sort({ account: 1, page: 1, _id: 1 }).lean<ISupplierProduct[]>(),
    ItemModel.find({ isApi: true }).sort({ _id: 1 }).lean<ItemDoc[]>(),
  ])
  const sold = itemsByProduct(items)
  const since = new Date(clock.now().getTime() - highlightMs)
  const typeOf = new Map(
    ApiType.options.flatMap((apiType) => {
      const delivery = suppliers.forApiType(apiType)
      return delivery ? [[`${delivery.supplier.name}/${delivery.page}`, apiType] as const] : []
    }),
  )
  const listed = new Set(products.map(({ _id }) => _id))
  return {
    products: products.map((product) => {
      const apiType = typeOf.get(`${product.account}/${product.page}`)
      return {
        ...productView(product, since),
        ...(apiType && { apiType }),
        items: sold.get(product._id)?.items ?? [],
      }
    }),
    unlisted: [...sold].flatMap(([id, { items: ours, account, supplierItemId }]) =>
      listed.has(id) ? [] : ours.map((item) => ({ ...item, account, supplierItemId })),
    ),
  }
}

type ProductUse = { account: string; supplierItemId: string; items: SoldItem[] }

/** Items by the supplier products that they use, each once. */
function itemsByProduct(items: readonly ItemDoc[]): Map<string, ProductUse> {
  const sold = new Map<string, ProductUse>()
  for (const item of items) {
    const { account = '', supplierItemIds = [] } = supplierProductsOf(item) ?? {}
    for (const supplierItemId of new Set(supplierItemIds)) {
      const id = supplierProductId(account, supplierItemId)
      const earlier = sold.get(id)?.items ?? []
      sold.set(id, { account, supplierItemId, items: [...earlier, { itemid: item._id, name: item.name }] })
    }
  }
  return sold
}

function productView(product: ISupplierProduct, since: Date): Omit<SupplierProduct, 'items' | 'apiType'> {
  const { _id, account, supplierItemId, name, price, unit, inStock, goneAt, syncedAt } = product
  const hasChanged =
    product.priceChangedAt !== null && product.priceChangedAt > since && product.priceBefore !== ''
  return {
    id: _id,
    account,
    supplierItemId,
    name,
    price: Number(price),
    unit,
    inStock,
    ...(hasChanged ? { priceBefore: Number(product.priceBefore) } : {}),
    ...(isInCoins(product) && { cost: costView(product) }),
    goneAt: goneAt?.toISOString() ?? null,
    readAt: syncedAt.toISOString(),
  }
}

function costView(product: ISupplierProduct): SupplierProduct['cost'] {
  const { coins, source, version, history } = product.cost
  return {
    ...(coins !== '' && { coins: Number(coins) }),
    ...(source !== '' && { source }),
    isProven: isProven(product),
    suggested: Math.round(suggestedCoins(product) * 100) / 100,
    version,
    history: history.toReversed().map((entry) => ({
      coins: Number(entry.coins),
      source: entry.source,
      at: entry.at.toISOString(),
      ...(entry.source === 'learned'
        ? { before: Number(entry.before), after: Number(entry.after), orderId: entry.orderId }
        : { by: entry.by, reason: entry.reason, on: entry.on }),
    })),
  }
}
