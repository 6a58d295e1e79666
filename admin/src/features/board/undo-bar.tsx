import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { nameOf } from './board-texts.ts'
import { SecondsLeft } from './seconds-left.tsx'
import type { BoardCommands } from './use-board-commands.ts'

type UndoBarProps = { order: BoardOrder; onUndo: BoardCommands['undoCompletion'] }

/** The last completion while it can be undone, wherever its row is. */
export default function UndoBar({ order, onUndo }: UndoBarProps) {
  const keysOn = useAtomValue(keysOnAtom)
  return (
    <section className="bulk undo" aria-label="Completed, can be undone">
      <span className="grow">
        <b role="status">Completed.</b> <span className="t2">{nameOf(order)}</span>
      </span>
      <Button size="sm" onClick={() => void onUndo(order)}>
        Undo{' '}
        {keysOn && (
          <span aria-hidden="true" className="hide-t">
            <kbd>U</kbd>{' '}
          </span>
        )}
        <SecondsLeft until={order.pendingCompletion?.until ?? ''} />
      </Button>
    </section>
  )
}
