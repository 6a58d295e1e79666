import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type ReactNode, useState } from 'react'
import { useUnsavedChanges } from './unsaved-changes.tsx'

/**
 * For a dialog with fields: Esc, its cross and its backdrop close it at once only while there are
 * no unsaved changes, and leaving the page is confirmed.
 * @returns `close` for the dialog, and a question to show above its buttons; a button with a clear
 * label needs neither
 */
export function useConfirmDiscard(
  isUnsaved: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isConfirming, setIsConfirming] = useState(false)
  useUnsavedChanges(isUnsaved)
  // Saved or reverted changes need no second press; changes made afterwards do.
  if (isConfirming && !isUnsaved) setIsConfirming(false)
  return {
    close: () => (isUnsaved && !isConfirming ? setIsConfirming(true) : onClose()),
    question: isConfirming && isUnsaved && (
      <InlineMessage kind="warn" title="You have unsaved changes" role="alert">
        Save them, or close again to discard.
      </InlineMessage>
    ),
  }
}
