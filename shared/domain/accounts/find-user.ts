import { type IUser, UserModel } from './user-model.ts'

/** A user by `_id` in hex or by `userid`. */
export function findUser(id: string): Promise<IUser | null> {
  return UserModel.findOne(/^[0-9a-f]{24}$/.test(id) ? { _id: id } : { userid: id }).lean()
}
