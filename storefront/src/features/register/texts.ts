/** Texts of the specification, to the letter. */
export const texts = {
  missing: 'Please fill in all fields.',
  missingCode: 'Please enter the OTP and Mobile Number.',
  badMobile: 'Please enter a valid mobile number.',
  registrationFailed: 'Registration failed. Please try again.',
  verificationFailed: 'Verification failed. Please try again.',
  noNetwork: 'Something went wrong. Please try again.',
  expired: 'OTP has expired. Please request a new OTP.',
} as const

/** The two steps by name. */
export const steps = ['Your details', 'Verify'] as const
