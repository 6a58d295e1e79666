import { type OfficeRole, officeRoleOf, officeRoles } from '../../contracts/permissions.ts'
import type { TeamMember } from '../../contracts/team.ts'
import { FactorModel, type IUser, SessionModel, sessionStands, UserModel } from '../accounts/index.ts'
import { AdminRequestModel, type IAdminRequest, openAt } from '../approvals/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { userView } from './user-view.ts'

const most = 200

export type Team = {
  members: TeamMember[]
  asked: { _id: string; name: string; officeRole: OfficeRole }[]
}

/** Everybody of the back office, owners first, and who was asked for as one of them. */
export async function listTeam(now: Date): Promise<Team> {
  const [admins, requests] = await Promise.all([
    UserModel.find({ role: 'admin' }).limit(most).lean<IUser[]>(),
    AdminRequestModel.find({ ...openAt(now), kind: 'admin' })
      .limit(most)
      .lean<IAdminRequest[]>(),
  ])
  const asked = await UserModel.find({ _id: { $in: requests.map(({ userId }) => userId) } }).lean<IUser[]>()
  const names = new Map(asked.map(({ _id, name }) => [String(_id), name]))
  return {
    members: (await membersOf(admins, now)).toSorted(byRoleAndName),
    asked: requests.map(({ userId, officeRole }) => ({
      ...{ _id: String(userId), name: names.get(String(userId)) ?? '', officeRole: officeRole ?? 'owner' },
    })),
  }
}

async function membersOf(admins: readonly IUser[], now: Date): Promise<TeamMember[]> {
  const ids = admins.map(({ _id }) => _id.toHexString())
  const userIds = admins.map(({ _id }) => _id)
  const [factors, sessions, balances] = await Promise.all([
    FactorModel.find({ _id: { $in: ids } }).lean(),
    SessionModel.find({ userId: { $in: userIds } }).lean(),
    walletBalancesPaise(userIds),
  ])
  return admins.map((user) => {
    const id = user._id.toHexString()
    const factor = factors.find(({ _id, isOn }) => isOn && _id === id)
    const own = sessions.filter(({ userId }) => userId.equals(user._id))
    const open = own.filter((session) => session.expiresAt > now && sessionStands(session, user))
    return {
      user: userView(user, balances.get(id) ?? 0),
      officeRole: officeRoleOf(user) ?? 'owner',
      secondFactor: factor
        ? { since: factor.setUpAt.toISOString(), recoveryCodesLeft: factor.recoveryHashes.length }
        : null,
      sessions: open.length,
      lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    }
  })
}

const byRoleAndName = (one: TeamMember, other: TeamMember): number =>
  officeRoles.indexOf(one.officeRole) - officeRoles.indexOf(other.officeRole) ||
  (one.user.name < other.user.name ? -1 : 1)
