export { adjustBalance, adjustmentLimit } from './adjust-balance.ts'
export { adjustmentText } from './balance-rules.ts'
export { changeOwnContact, requestNewContactCode } from './change-own-contact.ts'
export { createContactNotification } from './create-contact-notification.ts'
export {
  customerPage,
  customerPlayers,
  customerSessions,
  customerStatement,
  readCustomerTickets,
  recordCustomerView,
} from './customer-page.ts'
export {
  listUsers,
  readUsers,
  searchFilteredUsers,
  type UsersQuery,
  usersList,
  withBalances,
} from './list-users.ts'
export { CustomerNoteModel } from './note-model.ts'
export { addNote, listNotes } from './notes.ts'
export { isUnchanged, stayOwner } from './owner-change.ts'
export {
  requestPasswordReset,
  revokeAllSessions,
  revokeCustomerSessions,
} from './revoke-customer-sessions.ts'
export { searchUsers } from './search-users.ts'
export { swapNames } from './swap-names.ts'
export { updateUser } from './update-user.ts'
export { isActiveOwner, previousValues, withoutUnverified } from './user-change.ts'
export { userView } from './user-view.ts'
export { listByBalance, usersOf } from './users-by-balance.ts'
export { writeAdjustment } from './write-adjustment.ts'
export { writeUser } from './write-user.ts'
