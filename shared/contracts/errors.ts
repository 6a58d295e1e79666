import { staffErrors } from './staff-errors.ts'

/**
 * Every error of the API: its HTTP status and the sentence for people. A code without a sentence
 * does not compile. Texts quoted in the specification are kept to the letter.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'Check the highlighted field and try again.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  session_expired: { status: 401, message: 'Token has expired. Please login again.' },
  invalid_credentials: {
    status: 401,
    message: 'The email and password don’t match. Try again or reset your password.',
  },
  account_blocked: { status: 403, message: 'Your account is blocked. Contact support.' },
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
  hosted_off: { status: 404, message: 'This login method isn’t available.' },
  hosted_rejected: { status: 401, message: 'We couldn’t confirm this login. Try again.' },
  hosted_unavailable: {
    status: 503,
    message: 'The login service isn’t responding. Try again or use another login method.',
  },
  hosted_unverified: {
    status: 403,
    message: 'Your email isn’t verified with the login provider. Verify it there, or log in another way.',
  },
  hosted_other_email: {
    status: 409,
    message: 'This login is linked to a different email. Log in another way, or contact support.',
  },
  hosted_admin: { status: 403, message: 'Admins log in with their password.' },
  otp_expired: { status: 400, message: 'OTP has expired. Please request a new OTP.' },
  otp_mismatch: { status: 400, message: 'Incorrect OTP. Check it and try again.' },
  second_factor_required: { status: 403, message: 'Enter the code from your authenticator app.' },
  second_factor_mismatch: {
    status: 400,
    message: 'That code doesn’t match. App codes change every 30 seconds and work once.',
  },
  second_factor_expired: { status: 400, message: 'Timed out. Please log in again.' },
  second_factor_missing: {
    status: 403,
    message: 'Admins need two-step verification. Set it up in the admin to continue.',
  },
  second_factor_enabled: {
    status: 409,
    message: 'Two-step verification is already on. Turn it off to set it up again.',
  },
  second_factor_not_set_up: {
    status: 409,
    message: 'Two-step verification isn’t set up. Start the setup again.',
  },
  link_corrupted: { status: 400, message: 'The link is corrupted.' },
  password_common: {
    status: 400,
    message: 'This password is too common. Choose a different one.',
  },
  forbidden: { status: 403, message: 'You don’t have permission for this.' },
  role_not_permitted: {
    status: 403,
    message: 'Your role doesn’t have this permission. Nothing was changed.',
  },
  unknown_application_key: { status: 403, message: 'The application key isn’t valid.' },
  not_found: { status: 404, message: 'Not found. It may not exist or may belong to another account.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  challenge_required: {
    status: 429,
    message: 'Your device could not be checked. Try again in a moment.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This request key was used for something else. Reload the page and try again.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'This request is still being processed. Try again in a moment.',
  },
  product_not_found: { status: 404, message: 'This product does not exist.' },
  item_not_found: { status: 404, message: 'This item does not exist.' },
  product_changed: {
    status: 409,
    message: 'Another admin updated this product. Your changes weren’t saved. Reload and try again.',
  },
  item_changed: {
    status: 409,
    message: 'Another admin has changed this item meanwhile. Nothing was saved: load it again.',
  },
  supplier_product_required: {
    status: 409,
    message: 'Add a supplier product ID before marking this item in stock.',
  },
  catalogue_in_use: {
    status: 409,
    message: 'It has open orders, so it can’t be deleted. Mark it out of stock instead to stop new orders.',
  },
  view_limit_reached: {
    status: 409,
    message: 'There are 50 views already. Nothing was saved: forget one that nobody uses.',
  },
  upload_incomplete: { status: 400, message: 'Please provide all required fields!' },
  image_unreadable: {
    status: 400,
    message: 'We couldn’t read this image. Use PNG, JPEG, WebP or AVIF, up to 40 megapixels.',
  },
  image_too_large: {
    status: 400,
    message:
      'This picture is too large. At most 10,000 pixels a side and 25 megapixels in all are read: make it smaller first.',
  },
  image_in_use: {
    status: 409,
    message: 'This image is in use and was not deleted. Confirm to delete it anyway.',
  },
  out_of_stock: { status: 409, message: 'This item is out of stock.' },
  contact_frozen: {
    status: 409,
    message:
      'The mobile number or email address of this account was changed. Spending, codes and the download of your data are paused for 24 hours, or until you confirm the change with the link that we sent to the previous address.',
  },
  stopped_by_customer: {
    status: 409,
    message: 'You stopped this order before it reached us. No order was placed. Choose again if you want it.',
  },
  ordered_already: { status: 409, message: 'You ordered the same a moment ago. Order again?' },
  price_changed: {
    status: 409,
    message: 'The price has changed and no order was placed. Check the new price and order again.',
  },
  payment_mode_not_supported: { status: 400, message: 'This payment method isn’t available here.' },
  player_not_verified: {
    status: 409,
    message:
      'We can’t check IDs for this product, so it can’t be ordered. No money was taken. Choose another product, or contact support.',
  },
  id_check_unavailable: {
    status: 409,
    message:
      'The supplier isn’t responding, so we couldn’t check this ID. No order was placed and no money was taken. Try again in a few minutes, or choose another product.',
  },
  player_not_found: {
    status: 409,
    message: 'No player found for these IDs. No order was placed. Check both fields.',
  },
  player_not_eligible: {
    status: 409,
    message: 'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
  },
  price_changed_at_supplier: {
    status: 409,
    message:
      'This item is unavailable right now because its price changed. Choose another item or try later.',
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
    message: 'The payment wasn’t accepted. No money was taken. Try again or pay from your wallet.',
  },
  payment_unavailable: {
    status: 503,
    message: 'The payment service isn’t responding. No money was taken. Try again.',
  },
  upi_paused: {
    status: 409,
    message:
      'UPI payments are paused right now. No money was taken. Pay from your wallet or try again later.',
  },
  too_many_unpaid: {
    status: 409,
    message: 'You have too many unpaid orders and top-ups. Pay one, or wait until they expire.',
  },
  discrepancy_resolved: { status: 409, message: 'Someone already resolved this. Nothing was changed.' },
  discrepancy_without_money: {
    status: 409,
    message: 'No money is held for this payment, so nothing can be credited.',
  },
  day_not_finished: {
    status: 409,
    message: 'A day can be reconciled only after it ends. Nothing was changed.',
  },
  exception_resolved: { status: 409, message: 'Someone already handled this. Nothing was changed.' },
  insufficient_points: { status: 409, message: 'You don’t have enough points. Nothing was redeemed.' },
  amount_invalid: { status: 400, message: 'Please enter a valid amount.' },
  order_changed: { status: 409, message: 'This order was updated by someone else. Nothing was changed.' },
  transition_not_allowed: { status: 409, message: 'This order can’t be moved to that status.' },
  secrets_unavailable: {
    status: 409,
    message: 'This order was refunded or resent, so its code is no longer shown.',
  },
  secrets_deleted: {
    status: 409,
    message: 'What this order delivered was deleted with its personal data. It can’t be shown any more.',
  },
  code_revealed: {
    status: 409,
    message: 'The customer has viewed the code and may have used it. Confirm that you know, to continue.',
  },
  order_assigned: { status: 409, message: 'This order is assigned to another admin. Nothing was changed.' },
  offer_not_open: {
    status: 409,
    message: 'The promised time isn’t over yet. You can choose after it ends.',
  },
  offer_closed: {
    status: 409,
    message: 'This choice is no longer available. See the order page for the latest status.',
  },
  ticket_too_early: {
    status: 409,
    message: 'You can report only delivered orders. See the order page for the status.',
  },
  ticket_too_late: {
    status: 409,
    message: 'Issues can be reported within 48 hours of delivery. That time is over.',
  },
  replies_closed: {
    status: 409,
    message: 'This ticket is closed. It was refunded, or replied to more than 48 hours ago.',
  },
  reply_limit_reached: {
    status: 409,
    message: 'You’ve reached the message limit for this ticket. Our team will read everything.',
  },
  not_paid: { status: 409, message: 'No payment was received for this order, so there’s no receipt.' },
  ticket_closed: { status: 409, message: 'This ticket is already resolved. Nothing was changed.' },
  user_changed: {
    status: 409,
    message: 'This account was updated by someone else. Your changes weren’t saved. Reload and try again.',
  },
  email_taken: { status: 409, message: 'This email is already in use.' },
  mobile_taken: { status: 409, message: 'This mobile number is already in use.' },
  customer_blocked: { status: 409, message: 'This account is blocked. Unblock it before you send a link.' },
  own_account: {
    status: 409,
    message: 'You can’t block yourself, change your own role or remove your own verification.',
  },
  reason_missing: { status: 400, message: 'Enter a reason.' },
  own_approval: { status: 403, message: 'You made this request, so another admin must decide.' },
  role_too_new: {
    status: 403,
    message: 'You got your role less than 72 hours ago: another admin has to approve this.',
  },
  page_too_deep: {
    status: 400,
    message: 'That page is too far. Continue from the previous page’s cursor, or filter.',
  },
  supplier_unavailable: { status: 502, message: 'Failed to fetch points' },
  service_unavailable: {
    status: 503,
    message: 'Something is down on our side. Your data is safe. Try again in a moment.',
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
