import { Note } from '@jhatpat/shared/ui/note.tsx'
import { type ReactNode, useState } from 'react'
import { useUnsaved } from './leave-guard.tsx'

/**
 * For a dialog that is typed into: Esc, its cross and its backdrop close it at once only while nothing would be lost, and
 * its page is not left unasked.
 * @returns `close` for the dialog, and what to show above its buttons; a button that says what it does needs neither
 */
export function useDropping(isUnsaved: boolean, onClose: () => void): { close: () => void; asks: ReactNode } {
  const [isAsked, setIsAsked] = useState(false)
  useUnsaved(isUnsaved)
  // What was saved, or taken back by hand, needs no second press; what is typed after it does.
  if (isAsked && !isUnsaved) setIsAsked(false)
  return {
    close: () => (isUnsaved && !isAsked ? setIsAsked(true) : onClose()),
    asks: isAsked && isUnsaved && (
      <Note kind="warn" title="What you changed is not saved." role="alert">
        Save it, or close once more to drop it.
      </Note>
    ),
  }
}
