/** Of money that may have left the customer and has not been confirmed to us. */
export const notWithUs = 'Not with us yet.'

/** @param amount in rupees, as it is written */
export const willShow = (amount: string): string =>
  `If ${amount} left your account, it will show here within a few minutes.`
