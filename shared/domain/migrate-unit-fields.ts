import { OrderModel } from './orders/index.ts'

/** Units of the time before purchases were repeated: none of them was unclear in that sense. */
const lacking = { units: { $elemMatch: { unclearSince: { $exists: false } } } }

/** Gives each unit its `unclearSince`. May be run again: what a unit has, it keeps. */
export async function fillUnitFields(): Promise<void> {
  const filled = { $mergeObjects: [{ unclearSince: null }, '$$unit'] }
  await OrderModel.collection.updateMany(lacking, [
    { $set: { units: { $map: { input: '$units', as: 'unit', in: filled } } } },
  ])
}
