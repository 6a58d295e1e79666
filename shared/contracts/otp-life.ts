/** How long a code sent to a mobile number or an e-mail address is valid, in ms. */
export const otpMs = 600_000
