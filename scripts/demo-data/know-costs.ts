import { readFileSync } from 'node:fs'
import {
  type ProductCost,
  SupplierProductModel,
  supplierProductId,
} from '@jhatpat/shared/domain/purchasing/index.ts'

/** A line of packs.tsv: a pack of Smile.one's stand-in as its list has it, and the coins that it takes. */
export type DemoPack = Record<
  'account' | 'page' | 'supplierItemId' | 'name' | 'price' | 'unit' | 'coins',
  string
>

export function readPacks(): DemoPack[] {
  const [, ...lines] = readFileSync(new URL('packs.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [account = '', page = '', supplierItemId = '', name = '', price = '', unit = '', coins = ''] =
      line.split('\t')
    return { account, page, supplierItemId, name, price, unit, coins }
  })
}

/** As if the demo's shop had bought each of its packs twice: costs show, and unclear purchases settle by themselves. */
export async function knowDemoCosts(at: Date): Promise<void> {
  await SupplierProductModel.bulkWrite(
    readPacks().map(({ coins, ...pack }) => ({
      updateOne: {
        filter: { _id: supplierProductId(pack.account, pack.supplierItemId) },
        update: {
          $setOnInsert: {
            ...{ ...pack, unit: pack.unit as 'BRL' | 'PHP', fields: [], inStock: true },
            // Read so long ago that the list is read anew.
            ...{ syncedAt: new Date(0), goneAt: null, priceBefore: '', priceChangedAt: null },
            cost: provenCost(coins, at),
          },
        },
        upsert: true,
      },
    })),
  )
}

const provenCost = (coins: string, at: Date): ProductCost => {
  const entry = { coins, source: 'typed' as const, at, batch: 0, before: '', after: '', orderId: '' }
  const typed = { by: 'Demo', reason: 'the stand-in’s own table', on: at.toISOString().slice(0, 10) }
  return {
    ...{ coins, source: 'typed', agreed: 2, batch: 0, version: 1 },
    history: [{ ...entry, ...typed }],
  }
}
