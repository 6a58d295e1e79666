/** Texts of the specification, to the letter. */
export const texts = {
  badMobile: 'Please enter a valid mobile number.',
  badOtp: 'Please enter a valid OTP.',
  noTimer: 'An error occurred while fetching the timer.',
  expired: 'OTP has expired. Please request a new OTP.',
} as const
