export { EmailTokenModel } from './email-token-model.ts'
export { AccountNotificationModel, type IAccountNotification } from './account-notification-model.ts'
export { proveAccount, consumeAccountProof } from './account-proof.ts'
export { type Caller, notAllowed, requirePermission, requireOwnUserId } from './caller.ts'
export { checkSmsBalance } from './check-sms-balance.ts'
export { CodeHourModel, checkCodeUse } from './code-use.ts'
export { refuseCommonPassword } from './common-passwords.ts'
export { contactChangeAfter, requireUnfrozen } from './contact-change.ts'
export { hasTwoOwners, isOnlyOwner, requireSettledRole } from './counted-owners.ts'
export { createUser, insertUser, type NewUser, newUser, normalEmail } from './create-user.ts'
export { demoPassword, demoUsers, usersWithDemoPassword } from './demo-people.ts'
export { editProfile } from './edit-profile.ts'
export { publishRevoked } from './publish-revoked.ts'
export {
  factorStatus,
  renewRecoveryCodes,
  resetSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from './factor/change-factor.ts'
export { FactorModel } from './factor/factor-model.ts'
export { type SecondFactorPolicy, secondFactorPolicy } from './factor/second-factor-policy.ts'
export { completeSignIn, signInBySecondFactor } from './factor/complete-sign-in.ts'
export { confirmFactor, reencryptFactors, setUpFactor } from './factor/set-up-factor.ts'
export { SecondFactorChallengeModel } from './factor/second-factor-challenge.ts'
export {
  type CallerWithExpiry,
  findCaller,
  findCallerBySession,
  findRevokedSince,
  activeSessions,
} from './find-caller.ts'
export { findUser, findUserByEmail, findUserByMobile } from './find-user.ts'
export { type HostedDeps, signInHosted } from './hosted-sign-in.ts'
export {
  type InvitationLink,
  mailInvitation,
  readInvitation,
  markInvitationRevoked,
  consumeInvitation,
  createInvitation,
} from './invitation.ts'
export { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
export { notifyAccountJob } from './jobs.ts'
export { notifyAccount } from './notify-account.ts'
export { alertOwners, type NewNotification, notifyOwners, enqueueNotifications } from './notify-owners.ts'
export { openSession, type SignedIn } from './open-session.ts'
export { type Client, clientOf } from './client.ts'
export { requestOtp, otpTimeLeft } from './otp.ts'
export { OtpModel } from './otp-model.ts'
export { signInByOtp } from './otp-sign-in.ts'
export { revokeOtherSessions, revokeOwnSession, listOwnSessions, publicSessionId, sessionView } from './own-sessions.ts'
export { readStopLink } from './owner-mails.ts'
export {
  forgetPassword,
  type Link,
  resetPassword,
  consumeContactToken,
  verifyEmail,
} from './verify-email.ts'
export { askProof, type Contact, verifyContact } from './verify-contact.ts'
export { SessionModel, sessionMs } from './session-model.ts'
export { nextValidFrom, isSessionActive } from './session-active.ts'
export { revokeSessions } from './revoke-sessions.ts'
export { signIn } from './sign-in.ts'
export { mailSignInLink, signInByLink } from './sign-in-link.ts'
export { signOut } from './sign-out.ts'
export { finishSignUp, startSignUp } from './sign-up.ts'
export { unrevokedSessions } from './standing-sessions.ts'
export { browserUser } from './stored-user.ts'
export { newNotification, enqueueNotification } from './account-notifications.ts'
export {
  type IContactChange,
  type IUser,
  isVerified,
  mobileKeys,
  nameCollation,
  UserModel,
  userListIndex,
  uniqueKeys,
} from './user-model.ts'
