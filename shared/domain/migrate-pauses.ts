import { ItemModel } from './catalogue/index.ts'

/** No item of before is paused. */
export async function fillPauses(): Promise<void> {
  await ItemModel.collection.updateMany(
    { pausedBy: { $exists: false } },
    { $set: { pausedBy: '', pausedAt: null } },
  )
}
