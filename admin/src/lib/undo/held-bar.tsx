import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keysOnAtom } from '../alerts.ts'
import { heldActionsAtom } from './held-actions.tsx'
import UndoBar from './undo-bar.tsx'

/** The undo bar of every screen but the board, which has its own; U undoes the newest decision. */
export default function HeldBar() {
  const newest = useAtomValue(heldActionsAtom).at(-1)
  const keysOn = useAtomValue(keysOnAtom)
  const undo = useEffectEvent((event: KeyboardEvent) => {
    if (!newest || event.key.toLowerCase() !== 'u' || !isCommandKey(event)) return
    event.preventDefault()
    newest.undo()
  })
  useEffect(() => {
    if (!keysOn) return
    const listen = (event: KeyboardEvent) => undo(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [keysOn])
  return (
    newest && (
      <div className="held-bar">
        <UndoBar {...newest} />
      </div>
    )
  )
}

/** Whether the key is a command: without a modifier, and not typed into a field. */
const isCommandKey = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target as Partial<Element> | null)?.closest?.('input, select, textarea, dialog')
