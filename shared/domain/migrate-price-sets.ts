import { PriceSetModel } from './prices/index.ts'

/** Sets of before asked about no cost, and nobody wrote down what their items cost. May be run again. */
export async function fillPriceSets(): Promise<void> {
  const sets = PriceSetModel.collection
  await sets.updateMany({ held: { $exists: false } }, [
    {
      $set: {
        ...{ asksOnCost: false, held: 'none' },
        prices: {
          $map: {
            input: '$prices',
            in: { $mergeObjects: [{ costPaise: null, endCostPaise: null }, '$$this'] },
          },
        },
      },
    },
  ])
}
