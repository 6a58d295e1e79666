import { useRef } from 'react'
import { newKey } from './new-key.ts'
import { outcomeOf } from './outcome.ts'

/**
 * The Idempotency-Key for what a form or a button sends. It belongs to the visit and the input, not to the
 * tap: the same body has the same key, also after its answer, so that a further tap repeats nothing.
 * @param choice the current input. Each change makes another key, also a change back. Omit it when bodies
 * differ by themselves, as by a version.
 */
export function useIdempotencyKey(choice?: unknown) {
  const key = useRef<string>(undefined)
  const chosen = useRef<string>(undefined)
  const now = JSON.stringify(choice)
  if (key.current === undefined || chosen.current !== now) {
    key.current = newKey()
    chosen.current = now
  }
  return {
    keyFor: (body: object) => `${key.current}-${hashOf(JSON.stringify(body))}`,
    /**
     * Renews the key after a certain refusal, which the server repeats under its key although the cause may
     * be gone.
     */
    renewIfRefused: (error: unknown) => {
      if (error && outcomeOf(error) !== 'unclear') key.current = newKey()
    },
  }
}

/** Distinguishes bodies; it need not be cryptographic. */
function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36)
}
