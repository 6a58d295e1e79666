/** A user name or password as it stands in an address. @throws with what must be otherwise, never with what was given */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have its user name and password percent-encoded')
  }
}
