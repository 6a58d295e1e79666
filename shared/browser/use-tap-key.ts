import { useState } from 'react'
import { newKey } from './new-key.ts'
import { outcomeOf } from './outcome.ts'

/**
 * The Idempotency-Key of what a form creates: the same for the same fields until its answer came, so that a second
 * press after a lost answer makes nothing twice.
 */
export function useTapKey() {
  const [key, setKey] = useState(newKey)
  return {
    keyFor: (body: object) => `${key}-${hashOf(JSON.stringify(body))}`,
    renew: () => setKey(newKey()),
    /** After any answer, a refusal too: refusals are answered again under their key. Only an unclear end keeps it. */
    renewIfSure: (error: unknown) => {
      if (!error || outcomeOf(error) !== 'unclear') setKey(newKey())
    },
  }
}

/** Tells one body from another; nothing has to be hidden. */
function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36)
}
