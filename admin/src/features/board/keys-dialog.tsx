import { KeysDialog } from '../../lib/keys-dialog.tsx'
import { type BoardAction, boardKeys } from './board-keys.ts'

const sentences: Record<BoardAction, string> = {
  next: 'Next order',
  previous: 'Previous order',
  take_next: 'Take next: assigns the most urgent unassigned order to you',
  assign: 'Assign to me, or reassign from another admin',
  complete: 'Mark as completed, or mark the open unit as delivered',
  retry_unit: 'Resend the open unit (reason required)',
  refund: 'Refund (asks for a reason)',
  cancel: 'Cancel (asks for a reason)',
  undo: 'Undo the last decision (within 5 seconds)',
  select: 'Select the order. Shortcuts then apply to all selected ones',
  evidence: 'Go to the unclear purchases',
  show_new: 'Show the new orders',
  search: 'Search',
  help: 'This list',
  close: 'Close the order, or clear the selection',
}

const keys = boardKeys.map(({ action, ...key }) => ({ ...key, does: sentences[action] }))

/** Lists the board's keys, with a switch that turns them off. */
export default function BoardKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog title="Keyboard shortcuts" keys={keys} onClose={onClose}>
      <p className="t3 xs">
        Shortcuts apply to the selected orders, otherwise to the focused order, and pause while you type.
      </p>
      <p className="t3 xs">Arrow keys always move between rows.</p>
    </KeysDialog>
  )
}
