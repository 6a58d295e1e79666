import { type StaffRole, staffRoleOf, staffRoles } from '../../contracts/permissions.ts'
import type { TeamInvitation, TeamMember } from '../../contracts/team.ts'
import { UniqueNameModel } from '../../platform/names.ts'
import {
  FactorModel,
  type IInvitation,
  InvitationModel,
  type IUser,
  isSessionActive,
  SessionModel,
  UserModel,
  uniqueKeys,
} from '../accounts/index.ts'
import { ApprovalRequestModel, type IApprovalRequest, isOpenAt } from '../approvals/index.ts'
import { isActiveOwner, userView } from '../customers/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'

const maxRows = 200

export type Team = {
  members: TeamMember[]
  asked: { _id: string; name: string; staffRole: StaffRole }[]
  invited: TeamInvitation[]
}

/** The staff members (owners first), the users whose staff role is requested, and the invited persons. */
export async function listTeam(now: Date): Promise<Team> {
  const [admins, requests, sent] = await Promise.all([
    UserModel.find({ role: 'admin' }).limit(maxRows).lean<IUser[]>(),
    ApprovalRequestModel.find({ ...isOpenAt(now), kind: 'staff_role' })
      .limit(maxRows)
      .lean<IApprovalRequest[]>(),
    InvitationModel.find({ state: 'sent' }).sort({ invitedAt: -1 }).limit(maxRows).lean<IInvitation[]>(),
  ])
  const requestedUsers = await UserModel.find({ _id: { $in: requests.map(({ userId }) => userId) } }).lean<
    IUser[]
  >()
  const names = new Map(requestedUsers.map(({ _id, name }) => [String(_id), name]))
  return {
    members: (await memberViews(admins, now)).toSorted(byRoleAndName),
    asked: requests.map(({ userId, staffRole, invited }) => ({
      _id: String(userId),
      name: invited?.name ?? names.get(String(userId)) ?? '',
      staffRole: staffRole ?? 'owner',
    })),
    invited: await invitationViews(sent, admins),
  }
}

async function invitationViews(
  sent: readonly IInvitation[],
  admins: readonly IUser[],
): Promise<TeamInvitation[]> {
  const names = sent.map(({ email }) => uniqueKeys.email(email))
  const takenKeys = new Set(
    (await UniqueNameModel.find({ _id: { $in: names } }).lean()).map(({ _id }) => _id),
  )
  const owners = new Set(admins.filter(isActiveOwner).map(({ _id }) => String(_id)))
  return sent.map(({ _id, name, email, staffRole, invitedBy, invitedAt, mailedAt, expiresAt }) => ({
    id: _id,
    name,
    email,
    staffRole,
    by: invitedBy.name,
    at: invitedAt.toISOString(),
    mailedAt: mailedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    isByOwner: owners.has(invitedBy.userId),
    hasAccount: takenKeys.has(uniqueKeys.email(email)),
  }))
}

async function memberViews(admins: readonly IUser[], now: Date): Promise<TeamMember[]> {
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
    const userSessions = sessions.filter(({ userId }) => userId.equals(user._id))
    const activeSessions = userSessions.filter(
      (session) => session.expiresAt > now && isSessionActive(session, user),
    )
    return {
      user: userView(user, balances.get(id) ?? 0),
      staffRole: staffRoleOf(user) ?? 'owner',
      secondFactor: factor
        ? { since: factor.setUpAt.toISOString(), recoveryCodesLeft: factor.recoveryHashes.length }
        : null,
      sessions: activeSessions.length,
      lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    }
  })
}

const byRoleAndName = (a: TeamMember, b: TeamMember): number =>
  staffRoles.indexOf(a.staffRole) - staffRoles.indexOf(b.staffRole) || (a.user.name < b.user.name ? -1 : 1)
