import { planUnits } from './fulfilment/index.ts'
import { OrderModel } from './orders/index.ts'

const [newUnit] = planUnits('', [''])

/** Gives each unit the fields that it lacks, with the values of a unit that was never sent. May be run again. */
export async function fillUnitFields(): Promise<void> {
  const lacking = Object.keys(newUnit ?? {}).map((field) => ({
    units: { $elemMatch: { [field]: { $exists: false } } },
  }))
  const filled = { $mergeObjects: [newUnit, '$$unit'] }
  await OrderModel.collection.updateMany({ $or: lacking }, [
    { $set: { units: { $map: { input: '$units', as: 'unit', in: filled } } } },
  ])
}
