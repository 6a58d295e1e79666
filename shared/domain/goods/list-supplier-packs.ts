import { ApiType } from '../../contracts/api-types.ts'
import type { ReplyOf } from '../../contracts/http/route.ts'
import type { SupplierPack, supplierPacks } from '../../contracts/supplier-packs.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import {
  type ISupplierPack,
  isInCoins,
  isProven,
  packId,
  packsOf,
  SupplierPackModel,
  suggestedCoins,
} from '../supply/index.ts'

/** A changed price is worth a look for so long. */
const changedMs = 7 * 86_400_000

type Sold = SupplierPack['items'][number]

/** The stored lists beside the items that are bought by them. Nobody is asked: workers read the lists. */
export async function listSupplierPacks({
  clock,
  suppliers,
}: Pick<Deps, 'clock' | 'suppliers'>): Promise<ReplyOf<typeof supplierPacks>> {
  const [packs, items] = await Promise.all([
    SupplierPackModel.find().sort({ account: 1, page: 1, _id: 1 }).lean<ISupplierPack[]>(),
    ItemModel.find({ isApi: true }).sort({ _id: 1 }).lean<ItemDoc[]>(),
  ])
  const sold = soldAs(items)
  const since = new Date(clock.now().getTime() - changedMs)
  const typeOf = new Map(
    ApiType.options.flatMap((apiType) => {
      const delivery = suppliers.forApiType(apiType)
      return delivery ? [[`${delivery.supplier.name}/${delivery.page}`, apiType] as const] : []
    }),
  )
  const listed = new Set(packs.map(({ _id }) => _id))
  return {
    packs: packs.map((pack) => {
      const apiType = typeOf.get(`${pack.account}/${pack.page}`)
      return {
        ...viewOf(pack, since),
        ...(apiType && { apiType }),
        items: sold.get(pack._id)?.items ?? [],
      }
    }),
    unlisted: [...sold].flatMap(([id, { items: ours, account, supplierItemId }]) =>
      listed.has(id) ? [] : ours.map((item) => ({ ...item, account, supplierItemId })),
    ),
  }
}

type SoldAs = { account: string; supplierItemId: string; items: Sold[] }

/** Our items by the packs that they are bought as, each once. */
function soldAs(items: readonly ItemDoc[]): Map<string, SoldAs> {
  const sold = new Map<string, SoldAs>()
  for (const item of items) {
    const { account = '', supplierItemIds = [] } = packsOf(item) ?? {}
    for (const supplierItemId of new Set(supplierItemIds)) {
      const id = packId(account, supplierItemId)
      const before = sold.get(id)?.items ?? []
      sold.set(id, { account, supplierItemId, items: [...before, { itemid: item._id, name: item.name }] })
    }
  }
  return sold
}

function viewOf(pack: ISupplierPack, since: Date): Omit<SupplierPack, 'items' | 'apiType'> {
  const { _id, account, supplierItemId, name, price, unit, inStock, goneAt, syncedAt } = pack
  const hasChanged = pack.priceChangedAt !== null && pack.priceChangedAt > since && pack.priceBefore !== ''
  return {
    ...{ id: _id, account, supplierItemId, name, price: Number(price), unit, inStock },
    ...(hasChanged ? { priceBefore: Number(pack.priceBefore) } : {}),
    ...(isInCoins(pack) && { cost: costView(pack) }),
    ...{ goneAt: goneAt?.toISOString() ?? null, readAt: syncedAt.toISOString() },
  }
}

function costView(pack: ISupplierPack): SupplierPack['cost'] {
  const { coins, source, version, history } = pack.cost
  return {
    ...(coins !== '' && { coins: Number(coins) }),
    ...(source !== '' && { source }),
    ...{ isProven: isProven(pack), suggested: Math.round(suggestedCoins(pack) * 100) / 100, version },
    history: history.toReversed().map((entry) => ({
      ...{ coins: Number(entry.coins), source: entry.source, at: entry.at.toISOString() },
      ...(entry.source === 'learned'
        ? { before: Number(entry.before), after: Number(entry.after), orderId: entry.orderId }
        : { by: entry.by, why: entry.why, on: entry.on }),
    })),
  }
}
