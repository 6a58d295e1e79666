/** Specification §8, to the letter. */
export const refusedEdit = 'Failed to update user.'
export const brokenEdit = 'An error occurred. Please try again.'
export const refusedBalance = 'Failed to add balance'
export const unansweredBalance = 'Failed to add balance. Please try again.'

/** How long a saved edit stays on the screen, in ms (specification §9). */
export const savedMs = 2_000

/** `98765 43210`; `N/A` where there is none. */
export const spacedMobile = (mobilenumber: string): string =>
  mobilenumber === '' ? 'N/A' : `${mobilenumber.slice(0, 5)} ${mobilenumber.slice(5)}`
