import { useRef } from 'react'
import { newKey } from './new-key.ts'
import { outcomeOf } from './outcome.ts'

/**
 * The Idempotency-Key of what a form or a button sends. It belongs to the visit and to what was chosen, not to the
 * tap: the same body has the same key, also after its answer, so that a further tap does nothing again.
 *
 * @param choice what a person fills in. Once it changes the next key is another one, also where it is changed back.
 * Left out where the body tells one wish from the next by itself, as by a version.
 */
export function useTapKey(choice?: unknown) {
  const key = useRef<string>(undefined)
  const chosen = useRef<string>(undefined)
  const now = JSON.stringify(choice)
  if (key.current === undefined || chosen.current !== now) {
    key.current = newKey()
    chosen.current = now
  }
  return {
    keyFor: (body: object) => `${key.current}-${hashOf(JSON.stringify(body))}`,
    /** After a sure refusal, which is answered again under its key: what caused it may have gone. */
    renewIfRefused: (error: unknown) => {
      if (error && outcomeOf(error) !== 'unclear') key.current = newKey()
    },
  }
}

/** Tells one body from another; nothing has to be hidden. */
function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36)
}
