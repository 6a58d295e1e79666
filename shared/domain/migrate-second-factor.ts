import { SessionModel, UserModel } from './accounts/index.ts'

/** Nobody had a second factor. Can be run again after it was cut off. */
export async function fillSecondFactor(): Promise<void> {
  const without = { hasSecondFactor: { $exists: false } }
  await UserModel.collection.updateMany(without, { $set: { hasSecondFactor: false } })
  await SessionModel.collection.updateMany(without, { $set: { hasSecondFactor: false } })
}
