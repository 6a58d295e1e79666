import { SupplierPackModel } from './supply/index.ts'

/** Lines of a list that was read before: whether one is still there, and what it cost before, the next reading tells. */
export async function fillSupplierPacks(): Promise<void> {
  await SupplierPackModel.updateMany(
    { goneAt: { $exists: false } },
    { $set: { goneAt: null, priceBefore: '', priceChangedAt: null } },
  )
}
