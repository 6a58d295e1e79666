import { OrderModel } from './orders/index.ts'

const unitDefaults = { cost: '', fields: [], group: 0, isWatched: false, refusedSince: null }

/** Orders of before have no list of decisions or contradictions, and their packs neither price nor group. */
export async function fillOrderFields(): Promise<void> {
  await OrderModel.collection.updateMany({ contradictions: { $exists: false } }, [
    {
      $set: {
        contradictions: [],
        isContradicted: false,
        decisions: { $ifNull: ['$decisions', []] },
        units: {
          $map: { input: '$units', as: 'unit', in: { $mergeObjects: [unitDefaults, '$$unit'] } },
        },
      },
    },
  ])
}
