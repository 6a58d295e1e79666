/** Further errors of the back office; see `errorCatalogue`. */
export const staffErrors = {
  code_delivered: {
    status: 409,
    message: 'This code was already delivered. Nothing was changed. Use another code.',
  },
  account_erased: { status: 409, message: 'This account was deleted. Nothing was changed.' },
  search_too_wide: {
    status: 400,
    message: 'Too many results (limit 500). Add another letter, then export.',
  },
  price_floors_changed: {
    status: 409,
    message: 'Another admin changed the minimum margins. Not saved. Reload and try again.',
  },
  price_change_time: {
    status: 400,
    message: 'Choose a time in the future, at most 90 days ahead.',
  },
  price_change_ended: { status: 409, message: 'These prices are already applied. Roll them back instead.' },
  price_change_not_applied: {
    status: 409,
    message: 'This price change didn’t change any price, so there’s nothing to roll back.',
  },
  price_change_rolled_back: { status: 409, message: 'This set was rolled back already.' },
  price_change_answered: {
    status: 409,
    message: 'No prices here need a decision any more. Nothing was changed.',
  },
  price_change_stale: {
    status: 409,
    message: 'All of these prices have changed since. Nothing was rolled back.',
  },
  view_name_taken: {
    status: 409,
    message: 'A view with this name exists. Choose another name.',
  },
  supplier_settings_changed: {
    status: 409,
    message: 'Someone changed these settings. Not saved. Reload and try again.',
  },
  answer_unexplained: {
    status: 409,
    message:
      'With this answer no set of purchases explains the balance drop. Nothing was changed. Check the readings again. An owner can override this with a reason.',
  },
  product_cost_not_needed: {
    status: 404,
    message:
      'No price list has this supplier product, or its list already gives the cost. Nothing was changed.',
  },
  product_cost_changed: {
    status: 409,
    message: 'The cost was just updated by someone else or by a purchase. Not saved. Reload and try again.',
  },
  incident_open: {
    status: 409,
    message: 'There’s already an open incident for this supplier. Nothing was changed.',
  },
  incident_changed: {
    status: 409,
    message: 'Someone changed this incident. Not saved. Reload and try again.',
  },
  note_limit_reached: { status: 409, message: 'This order has 50 notes, the maximum.' },
  ticket_unread_messages: {
    status: 409,
    message: 'The customer sent a new message. Read it before you reply.',
  },
  message_limit_reached: {
    status: 409,
    message: 'This ticket has reached its message limit. It can still be resolved.',
  },
  email_has_account: {
    status: 409,
    message: 'An account with this email exists. Give that account a role instead.',
  },
  verified_email_required: {
    status: 409,
    message: 'This email isn’t verified yet. Ask them to reset their password first.',
  },
  invitation_open: {
    status: 409,
    message: 'This email is already invited. See Team.',
  },
  invitation_closed: {
    status: 409,
    message: 'This invitation was accepted, withdrawn or declined. Nothing was changed.',
  },
  invitation_unknown: {
    status: 400,
    message: 'This invitation link is incomplete, or a newer email has a new link.',
  },
  invitation_used: {
    status: 409,
    message: 'This invitation was already accepted. Log in with your password.',
  },
  invitation_ended: {
    status: 409,
    message:
      'This invitation is no longer valid: it expired after 48 hours, or it was withdrawn. Ask for a new one.',
  },
  price_unconfirmed: {
    status: 409,
    message: 'This price is unusual. Nothing was saved. Enter it again to save it.',
  },
  price_below_cost: {
    status: 409,
    message: 'This price is below the cost. Nothing was saved. Only an owner can save it.',
  },
  approval_required: {
    status: 409,
    message: 'This needs approval. Nothing was refunded. Request approval.',
  },
  approval_pending: {
    status: 409,
    message: 'A refund request for this already exists. Nothing was changed.',
  },
  approval_closed: { status: 409, message: 'Someone already handled this. Nothing was changed.' },
  approval_expired: {
    status: 409,
    message: 'This request expired after 7 days. Nothing was changed.',
  },
} as const satisfies Record<string, { status: number; message: string }>
