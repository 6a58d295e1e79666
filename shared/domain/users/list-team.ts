import { type OfficeRole, officeRoleOf, officeRoles } from '../../contracts/permissions.ts'
import type { TeamInvitation, TeamMember } from '../../contracts/team.ts'
import { NameModel } from '../../platform/names.ts'
import {
  FactorModel,
  type IInvitation,
  InvitationModel,
  type IUser,
  SessionModel,
  sessionStands,
  UserModel,
  userNames,
} from '../accounts/index.ts'
import { AdminRequestModel, type IAdminRequest, openAt } from '../approvals/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { isAbleOwner } from './user-change.ts'
import { userView } from './user-view.ts'

const most = 200

export type Team = {
  members: TeamMember[]
  asked: { _id: string; name: string; officeRole: OfficeRole }[]
  invited: TeamInvitation[]
}

/** Everybody of the back office, owners first, who was asked for as one of them, and who is invited. */
export async function listTeam(now: Date): Promise<Team> {
  const [admins, requests, sent] = await Promise.all([
    UserModel.find({ role: 'admin' }).limit(most).lean<IUser[]>(),
    AdminRequestModel.find({ ...openAt(now), kind: 'admin' })
      .limit(most)
      .lean<IAdminRequest[]>(),
    InvitationModel.find({ state: 'sent' }).sort({ invitedAt: -1 }).limit(most).lean<IInvitation[]>(),
  ])
  const asked = await UserModel.find({ _id: { $in: requests.map(({ userId }) => userId) } }).lean<IUser[]>()
  const names = new Map(asked.map(({ _id, name }) => [String(_id), name]))
  return {
    members: (await membersOf(admins, now)).toSorted(byRoleAndName),
    asked: requests.map(({ userId, officeRole, invited }) => ({
      ...{ _id: String(userId), name: invited?.name ?? names.get(String(userId)) ?? '' },
      officeRole: officeRole ?? 'owner',
    })),
    invited: await viewsOf(sent, admins),
  }
}

async function viewsOf(sent: readonly IInvitation[], admins: readonly IUser[]): Promise<TeamInvitation[]> {
  const names = sent.map(({ email }) => userNames.email(email))
  const taken = new Set((await NameModel.find({ _id: { $in: names } }).lean()).map(({ _id }) => _id))
  const owners = new Set(admins.filter(isAbleOwner).map(({ _id }) => String(_id)))
  return sent.map(({ _id, name, email, officeRole, invitedBy, invitedAt, mailedAt, expiresAt }) => ({
    ...{ id: _id, name, email, officeRole, by: invitedBy.name },
    ...{ at: invitedAt.toISOString(), mailedAt: mailedAt?.toISOString() ?? null },
    ...{ expiresAt: expiresAt.toISOString(), isByOwner: owners.has(invitedBy.userId) },
    hasAccount: taken.has(userNames.email(email)),
  }))
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
