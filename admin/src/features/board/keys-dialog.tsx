import { KeysDialog } from '../../lib/keys-dialog.tsx'
import { boardKeys } from './board-keys.ts'

/** Lists the board's keys, with a switch that turns them off. */
export default function BoardKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog title="Keys of the board" keys={boardKeys} onClose={onClose}>
      <p className="t3 xs">
        Keys act on the order that has the focus, and on none while none has it or while you type.
      </p>
      <p className="t3 xs">The arrow keys walk the rows too, also while the keys are off.</p>
    </KeysDialog>
  )
}
