import { ownerOf } from '../../platform/names.ts'
import { normalEmail } from './create-user.ts'
import { type IUser, UserModel, uniqueKeys } from './user-model.ts'

/** A user by `_id` in hex or by `userid`. */
export async function findUser(id: string): Promise<IUser | null> {
  return byId(/^[0-9a-f]{24}$/.test(id) ? id : await ownerOf(uniqueKeys.userid(id)))
}

/** A user by e-mail address, in whatever case and with whatever space around it. */
export async function findUserByEmail(email: string): Promise<IUser | null> {
  return byId(await ownerOf(uniqueKeys.email(normalEmail(email))))
}

/** The user whose mobile number this is. */
export async function findUserByMobile(mobilenumber: string): Promise<IUser | null> {
  return byId(await ownerOf(uniqueKeys.mobile(mobilenumber)))
}

async function byId(id: string | undefined): Promise<IUser | null> {
  return id === undefined ? null : UserModel.findById(id).lean()
}
