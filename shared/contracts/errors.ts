import { staffErrors } from './staff-errors.ts'

/**
 * Every error of the API: its HTTP status and the sentence for people. A code without a sentence
 * does not compile. Texts quoted in the specification are kept to the letter.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'Please check the marked field and try again.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  session_expired: { status: 401, message: 'Token has expired. Please login again.' },
  invalid_credentials: { status: 401, message: 'Email or password is wrong.' },
  account_blocked: { status: 403, message: 'This account is blocked. Contact support.' },
  email_unverified: {
    status: 403,
    message:
      'Please verify your email address. A verification email has been sent to your inbox. If you don’t see it, kindly check your spam or junk folder.',
  },
  proof_required: {
    status: 409,
    message: 'Confirm that it is you, with your password or a code. Nothing was changed.',
  },
  erasure_blocked: { status: 409, message: 'This account can’t be deleted yet.' },
  erasure_begun: { status: 409, message: 'The deletion has begun, and can’t be taken back any more.' },
  password_wrong: { status: 400, message: 'This password is wrong. Check it and try again.' },
  hosted_off: { status: 404, message: 'One can’t sign in this way here.' },
  hosted_rejected: { status: 401, message: 'This sign-in could not be confirmed. Start again.' },
  hosted_unavailable: {
    status: 503,
    message: 'The sign-in provider does not answer. Try again in a moment, or log in another way.',
  },
  hosted_unverified: {
    status: 403,
    message:
      'The sign-in provider has not confirmed your email address. Confirm it there first, or log in another way.',
  },
  hosted_other_email: {
    status: 409,
    message:
      'This sign-in belongs to an account with another email address. Log in another way, or contact support.',
  },
  hosted_admin: { status: 403, message: 'Admins log in with their password.' },
  otp_expired: { status: 400, message: 'OTP has expired. Please request a new OTP.' },
  otp_mismatch: { status: 400, message: 'Incorrect OTP. Check it and try again.' },
  second_factor_required: { status: 403, message: 'Enter the code of your authenticator app.' },
  second_factor_mismatch: {
    status: 400,
    message: 'That code does not fit. An app’s changes every 30 seconds, and each code works once.',
  },
  second_factor_expired: { status: 400, message: 'This took too long, or too many tries. Log in again.' },
  second_factor_missing: {
    status: 403,
    message: 'An admin needs a second factor here. Open /admin and set it up; then everything works.',
  },
  second_factor_enabled: {
    status: 409,
    message: 'Your second factor is on already. Turn it off to set up another.',
  },
  second_factor_not_set_up: {
    status: 409,
    message: 'There is no second factor to do that with. Begin its set-up again.',
  },
  link_corrupted: { status: 400, message: 'The link is corrupted.' },
  password_common: {
    status: 400,
    message: 'This is one of the commonest passwords. Choose another one.',
  },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  role_not_permitted: {
    status: 403,
    message: 'Your role in the back office may not do this. Nothing was changed.',
  },
  unknown_application_key: { status: 403, message: 'The application key is wrong.' },
  not_found: { status: 404, message: 'This does not exist, or it is not yours.' },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a moment and try again.' },
  challenge_required: {
    status: 429,
    message: 'Your device could not be checked. Try again in a moment.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'The same request is still being worked on. Try again in a moment.',
  },
  product_not_found: { status: 404, message: 'This product does not exist.' },
  item_not_found: { status: 404, message: 'This item does not exist.' },
  product_changed: {
    status: 409,
    message: 'Another admin has changed this product meanwhile. Nothing was saved: load it again.',
  },
  item_changed: {
    status: 409,
    message: 'Another admin has changed this item meanwhile. Nothing was saved: load it again.',
  },
  supplier_product_required: {
    status: 409,
    message:
      'A supplier delivers this item, and it has no supplier’s id: it can’t be in stock before it has.',
  },
  catalogue_in_use: {
    status: 409,
    message:
      'Orders of it are still open. Nothing was deleted. Take it out of stock instead; that stops new orders at once.',
  },
  view_limit_reached: {
    status: 409,
    message: 'There are 50 views already. Nothing was saved: forget one that nobody uses.',
  },
  upload_incomplete: { status: 400, message: 'Please provide all required fields!' },
  image_unreadable: {
    status: 400,
    message: 'This file is no picture that can be read. PNG, JPEG, WebP and AVIF can.',
  },
  image_too_large: {
    status: 400,
    message:
      'This picture is too large. At most 10,000 pixels a side and 25 megapixels in all are read: make it smaller first.',
  },
  image_in_use: {
    status: 409,
    message: 'This image is used. Nothing was deleted: look where, and say that you know.',
  },
  out_of_stock: { status: 409, message: 'This item is out of stock.' },
  contact_frozen: {
    status: 409,
    message:
      'The mobile number or email address of this account was changed. Spending, codes and the download of your data are paused for 24 hours, or until you confirm the change with the link that we sent to the previous address.',
  },
  stopped_by_customer: {
    status: 409,
    message: 'You stopped this order before it reached us. Nothing was ordered: choose again if you want it.',
  },
  ordered_already: { status: 409, message: 'You ordered the same a moment ago. Order again?' },
  price_changed: {
    status: 409,
    message:
      'The price has changed. Nothing was ordered: look at the price, and order again if it suits you.',
  },
  payment_mode_not_supported: { status: 400, message: 'This call does not take that payment mode.' },
  player_not_verified: {
    status: 409,
    message:
      'IDs of this product cannot be checked, so it cannot be ordered. No money was taken. Choose another product, or contact support.',
  },
  id_check_unavailable: {
    status: 409,
    message:
      'The supplier does not answer, so we could not check this ID. Nothing was ordered and no money was taken. Try again in a few minutes, or choose another product.',
  },
  player_not_found: {
    status: 409,
    message: 'No player was found under these ids. Nothing was ordered: look at both once more.',
  },
  player_not_eligible: {
    status: 409,
    message: 'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
  },
  price_changed_at_supplier: {
    status: 409,
    message:
      'This item can’t be sold right now: its price has changed. Choose another one, or come back later.',
  },
  supplier_fields_changed: {
    status: 409,
    message: 'This item can’t be sold right now. Choose another one, or come back later.',
  },
  indonesian_id: { status: 409, message: 'Recharge for Indo IDs is not permitted.' },
  insufficient_balance: {
    status: 402,
    message: 'Please add funds to your wallet to complete the transaction.',
  },
  payment_rejected: {
    status: 502,
    message:
      'The payment provider did not accept this payment. No money moved. Try again or pay from your wallet.',
  },
  payment_unavailable: {
    status: 503,
    message: 'The payment provider does not answer. No money moved. Try again in a moment.',
  },
  upi_paused: {
    status: 409,
    message:
      'UPI payments are paused just now. No money moved: pay from your wallet, or try again a little later.',
  },
  too_many_unpaid: {
    status: 409,
    message:
      'You have too many unpaid orders and top-ups. Pay one of them, or wait until they close by themselves.',
  },
  discrepancy_resolved: { status: 409, message: 'Somebody has closed this already. Nothing was changed.' },
  discrepancy_without_money: { status: 409, message: 'No money is held here, so none can be credited.' },
  day_not_finished: { status: 409, message: 'A day is compared once it is over. Nothing was changed.' },
  exception_resolved: { status: 409, message: 'Somebody has answered this already. Nothing was changed.' },
  insufficient_points: { status: 409, message: 'You have not so many points. Nothing was redeemed.' },
  amount_invalid: { status: 400, message: 'Please enter a valid amount.' },
  order_changed: { status: 409, message: 'This order has changed meanwhile. Nothing was changed.' },
  transition_not_allowed: { status: 409, message: 'This order cannot be set to that status.' },
  secrets_unavailable: {
    status: 409,
    message: 'This order was refunded or sent again, so what it delivered is not shown here.',
  },
  secrets_deleted: {
    status: 409,
    message: 'What this order delivered was deleted with its personal data. It can’t be shown any more.',
  },
  code_revealed: {
    status: 409,
    message:
      'The customer has opened what was delivered, and may have used it. Nothing was changed: say that you know.',
  },
  order_assigned: { status: 409, message: 'Another admin has this order. Nothing was changed.' },
  offer_not_open: {
    status: 409,
    message: 'The promised time is not over yet. Nothing was changed.',
  },
  offer_closed: {
    status: 409,
    message: 'This order can no longer be waited for or refunded here. Its page shows what became of it.',
  },
  ticket_too_early: {
    status: 409,
    message: 'Only a delivered order can be reported. Its page says where this one is.',
  },
  ticket_too_late: {
    status: 409,
    message: 'A discrepancy can be reported within 48 hours of the delivery, and they are over.',
  },
  replies_closed: {
    status: 409,
    message: 'This report is closed: its money went back, or it was answered more than 48 hours ago.',
  },
  reply_limit_reached: {
    status: 409,
    message: 'There is no room for more messages in this report. Our team reads all that you wrote.',
  },
  not_paid: { status: 409, message: 'No money came for this order, so there is no receipt.' },
  ticket_closed: { status: 409, message: 'This report has been answered. Nothing was changed.' },
  user_changed: {
    status: 409,
    message: 'This account has changed meanwhile. Nothing was saved: load it again.',
  },
  email_taken: { status: 409, message: 'Another account has this e-mail address.' },
  mobile_taken: { status: 409, message: 'Another account has this mobile number.' },
  customer_blocked: { status: 409, message: 'This account is blocked. Unblock it before you send a link.' },
  own_account: { status: 409, message: 'You can’t block, demote or un-verify yourself.' },
  reason_missing: { status: 400, message: 'Say why, in a few words.' },
  own_approval: { status: 403, message: 'You asked for this yourself: another admin has to answer.' },
  role_too_new: {
    status: 403,
    message: 'You got your role less than 72 hours ago: another admin has to approve this.',
  },
  page_too_deep: {
    status: 400,
    message: 'Nobody pages that far: go on from the cursor of the page before, or filter.',
  },
  supplier_unavailable: { status: 502, message: 'Failed to fetch points' },
  service_unavailable: {
    status: 503,
    message: 'Something is down on our side. Nothing was lost; try again in a moment.',
  },
  shop_busy: {
    status: 503,
    message:
      'We are getting a lot of orders. None was placed this time, and no money was taken; try again in a moment.',
  },
  shop_restoring: {
    status: 503,
    message: 'The shop is being restored. Nothing was bought or changed; try again later.',
  },
  internal: { status: 500, message: 'Something went wrong! Please try again.' },
  ...staffErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/**
 * The field in which the specification's client expects the error's text, in addition to `message`.
 */
export type ErrorField = 'message' | 'msg' | 'error'

export type ErrorReply = {
  message: string
  /** From the catalogue; 1 where the specification requires a number. */
  code: string | number
  requestId: string
  /** The request field that caused the error, as a dotted path. */
  field?: string
  msg?: string
  error?: string
  /** Where the browser goes next, for calls that answer with an address. */
  redirect_url?: string
  /** With `second_factor_required`: the challenge that takes the code, and until when. */
  ticket?: string
  expiresAt?: string
  /** With `proof_required`: the kind of proof. */
  by?: 'password' | 'code'
  /** With `otp_mismatch`, and with `otp_expired` after too many tries: how often the code can still be entered. */
  triesLeft?: number
  /** With `price_changed`: the current price, in rupees. */
  price?: string
  /**
   * With `ordered_already`: the earlier order, when it was placed, and until when it can be paid if
   * it is unpaid.
   */
  orderid?: string
  status?: string
  orderedAt?: string
  payBefore?: string
  /** With `challenge_required`: the challenge for a proof of work, as in ALTCHA version 2. */
  challenge?: object
  /**
   * With `too_many_requests` at a sign-in: the account accepts no password here, but a sign-in link
   * can be mailed.
   */
  signInLink?: true
  /** With `contact_frozen`: until when, ISO 8601 UTC. */
  until?: string
}
