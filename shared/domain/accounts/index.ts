export { AccountLinkModel } from './account-link-model.ts'
export { AccountNotificationModel, type IAccountNotification } from './account-notification-model.ts'
export { proveAccount, spendAccountProof } from './account-proof.ts'
export { type Caller, notAllowed, requireMay, requireOwnUserId } from './caller.ts'
export { checkSmsBalance } from './check-sms-balance.ts'
export { CodeHourModel, checkCodeUse } from './code-use.ts'
export { refuseCommonPassword } from './common-passwords.ts'
export { contactChangeAfter, requireUnfrozen } from './contact-change.ts'
export { areTwoOwners, isOnlyOwner, requireSettledRole } from './counted-owners.ts'
export { createUser, insertUser, type NewUser, newUser, normalEmail } from './create-user.ts'
export { demoPassword, demoPeople, whoTakesDemoPassword } from './demo-people.ts'
export { editProfile } from './edit-profile.ts'
export { endSessions } from './end-sessions.ts'
export {
  factorStatus,
  renewRecoveryCodes,
  resetFactor,
  turnFactorOff,
  turnFactorOn,
} from './factor/change-factor.ts'
export { FactorModel } from './factor/factor-model.ts'
export { type FactorRule, factorRuleOf } from './factor/factor-rule.ts'
export { letIn, signInBySecondFactor } from './factor/let-in.ts'
export { confirmFactor, reencryptFactors, setUpFactor } from './factor/set-up-factor.ts'
export { SignInTicketModel } from './factor/ticket-model.ts'
export {
  type CallerWithExpiry,
  findCaller,
  findCallerBySession,
  findRevokedSince,
  findLiveSessions,
} from './find-caller.ts'
export { findUser, findUserByEmail, findUserByMobile } from './find-user.ts'
export { type HostedDeps, signInHosted } from './hosted-sign-in.ts'
export {
  type InvitationLink,
  mailInvitation,
  readInvitation,
  revokeInvitation,
  spendInvitation,
  writeInvitation,
} from './invitation.ts'
export { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
export { notifyAccountJob } from './jobs.ts'
export { notifyAccount } from './notify-account.ts'
export { alertOwners, type NewNotification, notifyOwners, enqueueNotifications } from './notify-owners.ts'
export { openSession, type SignedIn } from './open-session.ts'
export { type Origin, originOf } from './origin.ts'
export { askOtp, otpTimeLeft } from './otp.ts'
export { OtpModel } from './otp-model.ts'
export { signInByOtp } from './otp-sign-in.ts'
export { endOtherSessions, endOwnSession, ownSessions, sessionRef, sessionView } from './own-sessions.ts'
export { readStopLink } from './owner-mails.ts'
export {
  forgetPassword,
  type Link,
  resetPassword,
  spendContactLink,
  verifyEmail,
} from './prove-address.ts'
export { askProof, type Contact, proveContact } from './prove-contact.ts'
export { SessionModel, sessionMs } from './session-model.ts'
export { nextValidFrom, sessionStands } from './session-stands.ts'
export { shutSessions } from './shut-sessions.ts'
export { signIn } from './sign-in.ts'
export { mailSignInLink, signInByLink } from './sign-in-link.ts'
export { signOut } from './sign-out.ts'
export { finishSignUp, startSignUp } from './sign-up.ts'
export { findUnendedSessions } from './standing-sessions.ts'
export { storedUser } from './stored-user.ts'
export { newNotification, enqueueNotification } from './account-notifications.ts'
export {
  type IContactChange,
  type IUser,
  isProved,
  mobileNames,
  nameCollation,
  UserModel,
  userListIndex,
  userNames,
} from './user-model.ts'
