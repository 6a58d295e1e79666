export {
  AccountNotificationModel,
  type IAccountNotification,
  type IErasureMail,
} from './account-notification-model.ts'
export { enqueueNotification, newNotification } from './account-notifications.ts'
export { consumeAccountProof, proveAccount, requireAccountProof } from './account-proof.ts'
export { type Caller, notAllowed, requireOwnUserId, requirePermission } from './caller.ts'
export { type Client, clientOf } from './client.ts'
export { refuseCommonPassword } from './common-passwords.ts'
export { completeSignIn, signInBySecondFactor } from './complete-sign-in.ts'
export { contactChangeAfter, requireUnfrozen } from './contact-change.ts'
export { hasTwoOwners, isOnlyOwner, requireSettledRole } from './counted-owners.ts'
export { createUser, insertUser, type NewUser, newUser, normalEmail } from './create-user.ts'
export { demoPassword, demoUsers, usersWithDemoPassword } from './demo-users.ts'
export { editProfile } from './edit-profile.ts'
export { EmailTokenModel } from './email-token-model.ts'
export {
  activeSessions,
  findCaller,
  findCallerBySession,
  findRevokedSince,
  findSessionUser,
  unrevokedSessions,
} from './find-caller.ts'
export { browserUser, findUser, findUserByEmail, findUserByMobile } from './find-user.ts'
export { type HostedDeps, signInHosted } from './hosted-sign-in.ts'
export {
  consumeInvitation,
  createInvitation,
  type InvitationLink,
  mailInvitation,
  markInvitationRevoked,
  readInvitation,
} from './invitation.ts'
export { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
export { notifyAccountJob } from './jobs.ts'
export { notifyAccount } from './notify-account.ts'
export { alertOwners, enqueueNotifications, type NewNotification, notifyOwners } from './notify-owners.ts'
export { openSession, type SignedIn } from './open-session.ts'
export { attemptOtp, consumeOtp, otpTimeLeft, requestOtp, signInByOtp } from './otp.ts'
export { OtpModel } from './otp-model.ts'
export {
  listOwnSessions,
  publicSessionId,
  revokeOtherSessions,
  revokeOwnSession,
  sessionView,
} from './own-sessions.ts'
export { readStopLink } from './owner-mails.ts'
export { publishRevoked, revokeSessions } from './revoke-sessions.ts'
export {
  confirmFactor,
  disableSecondFactor,
  enableSecondFactor,
  factorStatus,
  reencryptFactors,
  renewRecoveryCodes,
  resetSecondFactor,
  setUpFactor,
} from './second-factor.ts'
export { SecondFactorChallengeModel } from './second-factor-challenge-model.ts'
export { FactorModel } from './second-factor-model.ts'
export { type SecondFactorPolicy, secondFactorPolicy } from './second-factor-policy.ts'
export { isSessionActive, nextValidFrom, SessionModel, sessionMs } from './session-model.ts'
export { signIn, signOut } from './sign-in.ts'
export { mailSignInLink, signInByLink } from './sign-in-link.ts'
export { finishSignUp, startSignUp } from './sign-up.ts'
export { CodeHourModel, checkCodeUse, checkSmsBalance } from './sms-use.ts'
export {
  type IContactChange,
  type IUser,
  isVerified,
  mobileKeys,
  nameCollation,
  UserModel,
  uniqueKeys,
  userListIndex,
} from './user-model.ts'
export { requestContactCode, verifyContact } from './verify-contact.ts'
export { consumeContactToken, forgetPassword, type Link, resetPassword, verifyEmail } from './verify-email.ts'
