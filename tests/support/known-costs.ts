import { SupplierProductModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { smileCoins } from '../simulators/smileone/smile-coins.ts'
import { smileProducts } from '../simulators/smileone/smile-products.ts'

const lists = [
  { account: 'SMILEBR', unit: 'BRL', country: 'br' },
  { account: 'SMILEPH', unit: 'PHP', country: 'ph' },
] as const

/**
 * Records costs as if the shop had bought each product of Smile.one before, from price lists that were read
 * long ago.
 */
export async function knowCosts(): Promise<void> {
  await SupplierProductModel.bulkWrite(
    lists.flatMap(({ account, unit, country }) =>
      Object.entries(smileProducts[country]).flatMap(([page, products]) =>
        products.map(({ id, spu, price }) => ({
          updateOne: {
            filter: { _id: `${account}:${id}` },
            update: {
              $set: { cost: provenCost(smileCoins[country][id] ?? '') },
              $setOnInsert: {
                account,
                page,
                supplierItemId: id,
                name: spu,
                price,
                unit,
                fields: [],
                inStock: true,
                syncedAt: longAgo,
                goneAt: null,
                priceBefore: '',
                priceChangedAt: null,
              },
            },
            upsert: true,
          },
        })),
      ),
    ),
  )
}

const longAgo = new Date(0)

/** @param coins decimal text at factor 1 */
export const provenCost = (coins: string) => ({
  coins,
  source: 'learned' as const,
  agreed: 2,
  batch: 0,
  version: 1,
  history: [
    {
      coins,
      source: 'learned' as const,
      at: longAgo,
      batch: 0,
      before: '',
      after: '',
      orderId: '',
      by: '',
      reason: '',
      on: '',
    },
  ],
})
