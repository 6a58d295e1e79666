import { NameModel } from '../platform/names.ts'
import { UserModel, userNames } from './accounts/index.ts'

/**
 * Gives each mobile number to one user, by which they sign in: of several of before, to the oldest who has proved
 * their e-mail, else to the oldest. Can be run again after it was cut off.
 */
export async function nameMobiles(): Promise<void> {
  for (const verified of [true, false]) {
    const users = UserModel.find({ verified }, { mobilenumber: 1 }).sort({ _id: 1 }).lean()
    for await (const { _id, mobilenumber } of users) {
      await NameModel.updateOne(
        { _id: userNames.mobile(mobilenumber) },
        { $setOnInsert: { owner: String(_id) } },
        { upsert: true },
      )
    }
  }
}
