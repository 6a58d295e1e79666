import type { BrowserUser } from '../../contracts/accounts.ts'
import { toRupees } from '../../contracts/money.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import { ownerOf } from '../../platform/names.ts'
import { normalEmail } from './create-user.ts'
import { type IUser, UserModel, uniqueKeys } from './user-model.ts'

/** A user by `_id` in hex or by `userid`. */
export async function findUser(id: string): Promise<IUser | null> {
  return byId(/^[0-9a-f]{24}$/.test(id) ? id : await ownerOf(uniqueKeys.userid(id)))
}

/** A user by e-mail address, ignoring case and surrounding space. */
export async function findUserByEmail(email: string): Promise<IUser | null> {
  return byId(await ownerOf(uniqueKeys.email(normalEmail(email))))
}

export async function findUserByMobile(mobilenumber: string): Promise<IUser | null> {
  return byId(await ownerOf(uniqueKeys.mobile(mobilenumber)))
}

async function byId(id: string | undefined): Promise<IUser | null> {
  return id === undefined ? null : UserModel.findById(id).lean()
}

/** Empty for users whose contacts no staff member has changed. */
function contactView({ contactChange }: IUser): Pick<BrowserUser, 'unproved' | 'frozenUntil'> {
  if (!contactChange) return {}
  const unproved = (['mobile', 'email'] as const).filter((what) => contactChange[what])
  return {
    ...(unproved.length > 0 && { unproved }),
    ...(contactChange.frozenUntil && { frozenUntil: contactChange.frozenUntil.toISOString() }),
  }
}

/** A user as the browser stores it: flags as the strings that the specification names, the balance in rupees. */
export function browserUser(user: IUser, balancePaise: number): BrowserUser {
  const staffRole = staffRoleOf(user)
  return {
    _id: user._id.toHexString(),
    userid: user.userid,
    name: user.name,
    email: user.email,
    mobilenumber: user.mobilenumber,
    role: user.role,
    ...(staffRole ? { staffRole } : {}),
    balance: toRupees(balancePaise),
    verified: user.verified ? 'true' : 'false',
    isBlocked: user.isBlocked ? 'true' : 'false',
    ...contactView(user),
  }
}
