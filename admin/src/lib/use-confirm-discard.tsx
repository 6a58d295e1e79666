import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type ReactNode, useState } from 'react'
import { useUnsavedChanges } from './unsaved-changes.tsx'

/**
 * For a dialog that is typed into: Esc, its cross and its backdrop close it at once only while nothing would be lost, and
 * its page is not left unasked.
 * @returns `close` for the dialog, and what to show above its buttons; a button that says what it does needs neither
 */
export function useConfirmDiscard(
  isUnsaved: boolean,
  onClose: () => void,
): { close: () => void; asks: ReactNode } {
  const [isAsked, setIsAsked] = useState(false)
  useUnsavedChanges(isUnsaved)
  // What was saved, or taken back by hand, needs no second press; what is typed after it does.
  if (isAsked && !isUnsaved) setIsAsked(false)
  return {
    close: () => (isUnsaved && !isAsked ? setIsAsked(true) : onClose()),
    asks: isAsked && isUnsaved && (
      <InlineMessage kind="warn" title="What you changed is not saved." role="alert">
        Save it, or close once more to drop it.
      </InlineMessage>
    ),
  }
}
