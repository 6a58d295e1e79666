import type { BrowserUser } from '../../contracts/accounts.ts'
import { toRupees } from '../../contracts/money.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import type { IUser } from './user-model.ts'

/** Absent for users whose contacts no staff member has changed. */
function contactView({ contactChange }: IUser): Pick<BrowserUser, 'unproved' | 'frozenUntil'> {
  if (!contactChange) return {}
  const unproved = (['mobile', 'email'] as const).filter((what) => contactChange[what])
  return {
    ...(unproved.length > 0 && { unproved }),
    ...(contactChange.frozenUntil && { frozenUntil: contactChange.frozenUntil.toISOString() }),
  }
}

/** A user as the browser keeps it: flags as the strings the specification names, the balance in rupees. */
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
