export { acceptInvitation, viewInvitation } from './accept-invitation.ts'
export { adjustBalance, adjustmentLimit } from './adjust-balance.ts'
export { decideRequest } from './answer-request.ts'
export { applyDueOwnerChanges } from './due-owner-changes.ts'
export { inviteToTeam, resendInvitation, revokeInvitation } from './invite.ts'
export { listRequests } from './list-requests.ts'
export { listTeam } from './list-team.ts'
export {
  listUsers,
  readUsers,
  type UsersQuery,
  usersFound,
  usersList,
  withBalances,
} from './list-users.ts'
export {
  updateUserAsOperator,
  createUserAsOperator,
  type Operator,
} from './operator-commands.ts'
export { resolveContactChange } from './resolve-contact-change.ts'
export { revokeAllSessions } from './sign-out-everywhere.ts'
export { stopOwnerChange } from './stop-owner-change.ts'
export { updateUser } from './update-user.ts'
export { userView } from './user-view.ts'
export { listByBalance, usersOf } from './users-by-balance.ts'
