/**
 * The calls this app makes. They load with their schemas as one chunk, in parallel with the initial render.
 */
export {
  login,
  logout,
  myOrders,
  revokeOtherSessions,
  revokeSession,
  sessions,
  validateUser,
} from '@jhatpat/shared/contracts/accounts.ts'
export { eachProduct, homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
export { delays } from '@jhatpat/shared/contracts/delays.ts'
export {
  askErasureCodes,
  ownErasure,
  requestErasure,
  withdrawErasure,
} from '@jhatpat/shared/contracts/erasure.ts'
export { homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
export { hostedProvider, hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
export { acceptInvitation, readInvitation } from '@jhatpat/shared/contracts/invitations.ts'
export { chooseLateOffer } from '@jhatpat/shared/contracts/late-offer-calls.ts'
export { closeOrderKey, lookUpOrderKey, openOrderKeys } from '@jhatpat/shared/contracts/order-keys.ts'
export {
  checkId,
  createOrder,
  createWalletOrder,
  orderCount,
  orderList,
  orderStatus,
} from '@jhatpat/shared/contracts/orders.ts'
export { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
export { tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
export { pointsBalance, pointsHistory, redeemPoints } from '@jhatpat/shared/contracts/points.ts'
export { pushOff, pushOn, pushState } from '@jhatpat/shared/contracts/push.ts'
export { orderReceipt } from '@jhatpat/shared/contracts/receipts.ts'
export { secondFactorSignIn } from '@jhatpat/shared/contracts/second-factor.ts'
export {
  askContactCode,
  askSignInLink,
  createAccount,
  editProfile,
  forgetPassword,
  otpLogin,
  otpTimer,
  resetPassword,
  resolveContactChange,
  signInByLink,
  stopOwnerChange,
  verifyAndRegister,
  verifyContact,
  verifyMail,
  verifyOtp,
} from '@jhatpat/shared/contracts/sign-up.ts'
export { supportContact } from '@jhatpat/shared/contracts/support.ts'
export { openTicket, replyToTicket } from '@jhatpat/shared/contracts/tickets.ts'
export { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
export {
  topUp,
  topUpStatus,
  walletBalance,
  walletCount,
  walletMonth,
  walletTransactions,
} from '@jhatpat/shared/contracts/wallet.ts'
