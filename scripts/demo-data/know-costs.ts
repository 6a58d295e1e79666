import { readFileSync } from 'node:fs'
import {
  type ProductCost,
  SupplierProductModel,
  supplierProductId,
} from '@jhatpat/shared/domain/purchasing/index.ts'

/** A row of packs.tsv: a product of the Smile.one simulator's price list with its price in coins. */
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

/**
 * Records costs as if the demo shop had bought each supplier product twice: costs are shown, and unclear
 * purchases settle without a person.
 */
export async function knowDemoCosts(at: Date): Promise<void> {
  await SupplierProductModel.bulkWrite(
    readPacks().map(({ coins, ...pack }) => ({
      updateOne: {
        filter: { _id: supplierProductId(pack.account, pack.supplierItemId) },
        update: {
          $setOnInsert: {
            ...pack,
            unit: pack.unit as 'BRL' | 'PHP',
            fields: [],
            inStock: true,
            // So old that the price list is read again.
            syncedAt: new Date(0),
            goneAt: null,
            priceBefore: '',
            priceChangedAt: null,
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
    coins,
    source: 'typed',
    agreed: 2,
    batch: 0,
    version: 1,
    history: [{ ...entry, ...typed }],
  }
}
