import './undo-bar.css'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../alerts.ts'
import { useUnsavedChanges } from '../unsaved-changes.tsx'
import { type HeldAction, heldActionsAtom, SecondsLeft } from './held-actions.tsx'

/** The newest decision while it can be undone, wherever its row is. */
export default function UndoBar({
  title,
  text,
  untilMs,
  undo,
}: Pick<HeldAction, 'title' | 'text' | 'untilMs' | 'undo'>) {
  const keysOn = useAtomValue(keysOnAtom)
  // A decision is sent by this page: closing it before asks first.
  useUnsavedChanges(useAtomValue(heldActionsAtom).length > 0, '/')
  return (
    <section className="bulk undo" aria-label={`${title}, can be undone`}>
      <span className="grow">
        <b role="status">{title}.</b> <span className="t2">{text}</span>
      </span>
      <Button size="sm" onClick={undo}>
        Undo{' '}
        {keysOn && (
          <span aria-hidden="true" className="undo-key">
            <kbd>U</kbd>{' '}
          </span>
        )}
        <SecondsLeft untilMs={untilMs} />
      </Button>
    </section>
  )
}
