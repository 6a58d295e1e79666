/** Further errors of the back office; see `errorCatalogue`. */
export const staffErrors = {
  account_erased: { status: 409, message: 'This account was deleted. Nothing was changed.' },
  search_too_wide: {
    status: 400,
    message: 'A search looks through 500 at most, and more begin so: type another letter, then take the CSV.',
  },
  price_floors_changed: {
    status: 409,
    message: 'Another admin has changed the floors meanwhile. Nothing was saved: look at them again.',
  },
  price_change_time: {
    status: 400,
    message: 'Choose a time that is still to come, at most 90 days ahead.',
  },
  price_change_ended: { status: 409, message: 'These prices were applied already. Roll them back instead.' },
  price_change_not_applied: {
    status: 409,
    message: 'This set has changed no price that could be rolled back.',
  },
  price_change_rolled_back: { status: 409, message: 'This set was rolled back already.' },
  price_change_answered: {
    status: 409,
    message: 'Nothing of this set waits for an answer any more. Nothing was changed.',
  },
  price_change_stale: {
    status: 409,
    message: 'Every price of it was changed since. Nothing was rolled back.',
  },
  view_name_taken: {
    status: 409,
    message: 'Another view of this table has that name. Nothing was saved: choose another one.',
  },
  supplier_settings_changed: {
    status: 409,
    message: 'Somebody has changed these settings meanwhile. Nothing was changed: look at them again.',
  },
  answer_unexplained: {
    status: 409,
    message:
      'With this answer no set of purchases explains what the balance fell by. Nothing was changed: look at the readings again. An owner can answer so all the same, with a reason.',
  },
  product_cost_not_needed: {
    status: 404,
    message: 'No list has this pack, or its supplier’s list tells what it costs. Nothing was changed.',
  },
  product_cost_changed: {
    status: 409,
    message:
      'Its cost was changed meanwhile, by somebody or by a purchase. Nothing was changed: look at it again.',
  },
  incident_open: {
    status: 409,
    message: 'There’s already an open incident for this supplier. Nothing was changed.',
  },
  incident_changed: {
    status: 409,
    message: 'Somebody has changed this incident meanwhile. Nothing was changed: look at it again.',
  },
  note_limit_reached: { status: 409, message: 'There are fifty notes on this order, and no room for more.' },
  ticket_unread_messages: {
    status: 409,
    message: 'The customer has written meanwhile. Nothing was sent: read it, and answer then.',
  },
  message_limit_reached: {
    status: 409,
    message: 'There is no room for more messages in this report. It can still be answered.',
  },
  email_has_account: {
    status: 409,
    message: 'There is an account with this address already. Nobody was invited: give that account a role.',
  },
  verified_email_required: {
    status: 409,
    message:
      'Nobody has proved this address yet: they set a password by Forgot password first. Nothing was changed.',
  },
  invitation_open: {
    status: 409,
    message: 'This address is invited already. Nothing was changed: look under Team.',
  },
  invitation_closed: {
    status: 409,
    message: 'This invitation was accepted, taken back or answered meanwhile. Nothing was changed.',
  },
  invitation_unknown: {
    status: 400,
    message:
      'This invitation can’t be read. The link was cut short, or a newer mail has brought another one.',
  },
  invitation_used: {
    status: 409,
    message: 'This invitation was accepted already. Log in with the password that was chosen then.',
  },
  invitation_ended: {
    status: 409,
    message:
      'This invitation is over: its 48 hours have passed, it was taken back, or who invited you can’t any more. Ask for another one.',
  },
  price_unconfirmed: {
    status: 409,
    message: 'This price is unusual. Type it once more to save it. Nothing was saved.',
  },
  price_below_cost: {
    status: 409,
    message: 'This is less than its packs cost: an owner has to save it. Nothing was saved.',
  },
  approval_required: {
    status: 409,
    message: 'A second person has to agree to this. Nothing was refunded: ask for approval.',
  },
  approval_pending: {
    status: 409,
    message: 'Somebody has asked for this refund already. Nothing was changed.',
  },
  approval_closed: { status: 409, message: 'Somebody has answered this already. Nothing was changed.' },
  approval_expired: {
    status: 409,
    message: 'This was asked for more than seven days ago and is over. Nothing was changed.',
  },
} as const satisfies Record<string, { status: number; message: string }>
