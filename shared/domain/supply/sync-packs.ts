import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { PackList } from '../../providers/suppliers/supplier.ts'
import { ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { matchFields } from './match-fields.ts'
import { packId, SupplierPackModel } from './pack-model.ts'

type SyncDeps = Pick<Deps, 'suppliers' | 'clock' | 'env' | 'log'>

/**
 * Reads again the suppliers' lists that are older than they may get: prices, stock, names of the account's fields.
 * Only products that the catalogue sells by API. Running it twice, or side by side, does no harm.
 * @throws when a list couldn't be read; the others are stored
 */
export async function syncPacks(deps: SyncDeps): Promise<void> {
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
    await isFresh({ account: supplier.name, page }, new Date(now.getTime() - deps.env.SUPPLIER_PRICES_MS))
  ) {
    return undefined
  }
  const list = await supplier.listPacks(page)
  if (list.kind === 'not_offered') return undefined
  if (list.kind === 'unavailable') return list.message
  // An empty list would take everything off the shelf; it is more likely a mistake.
  if (list.packs.length === 0) return 'The list is empty.'
  if (!matchFields(delivery.knownFields, list.fields)) {
    deps.log.error({ account: supplier.name, page, fields: list.fields }, 'the account’s fields have changed')
  }
  await store(delivery, list, now)
  deps.log.info({ account: supplier.name, page, packs: list.packs.length }, 'price list read')
  return undefined
}

async function isFresh(where: { account: string; page: string }, since: Date): Promise<boolean> {
  const newest = await SupplierPackModel.findOne(where).sort({ syncedAt: -1 }).lean()
  return newest !== null && newest.syncedAt > since
}

/** What is no longer listed stays known, out of stock. */
async function store(
  { page, supplier }: SupplierDelivery,
  { packs, unit, fields }: Extract<PackList, { kind: 'ok' }>,
  syncedAt: Date,
): Promise<void> {
  const account = supplier.name
  const gone = await SupplierPackModel.find({
    ...{ account, page, inStock: true },
    supplierItemId: { $nin: packs.map(({ supplierItemId }) => supplierItemId) },
  })
    .select('_id')
    .lean()
  await SupplierPackModel.bulkWrite(
    [
      ...packs.map((pack) => ({
        updateOne: {
          filter: { _id: packId(account, pack.supplierItemId) },
          update: { $set: { ...pack, account, page, unit, fields, syncedAt } },
          upsert: true,
        },
      })),
      ...gone.map(({ _id }) => ({ updateOne: { filter: { _id }, update: { $set: { inStock: false } } } })),
    ],
    { ordered: false },
  )
}
