/**
 * Decodes a user name or password of an address. @throws with the expected form, never with the
 * given text
 */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have its user name and password percent-encoded')
  }
}
