import { OrderModel } from './orders/index.ts'

/** Orders on which somebody wrote a unit's name as `pack`: in what was decided, or in what a supplier said late. */
const told = { $or: [{ 'decisions.pack': { $exists: true } }, { 'contradictions.pack': { $exists: true } }] }

/** Names it `unit`. May be run again: a row that has its unit keeps it. */
export async function nameUnits(): Promise<void> {
  await OrderModel.collection.updateMany(told, [
    { $set: { decisions: withUnit('$decisions'), contradictions: withUnit('$contradictions') } },
    { $unset: ['decisions.pack', 'contradictions.pack'] },
  ])
}

const withUnit = (rows: string) => ({
  $map: {
    input: { $ifNull: [rows, []] },
    as: 'row',
    in: { $mergeObjects: ['$$row', { unit: { $ifNull: ['$$row.unit', '$$row.pack', ''] } }] },
  },
})
