import { KeysDialog } from '../../lib/keys-dialog.tsx'
import { ticketKeys } from './ticket-keys.ts'

/** The list of the queue's keys, and the switch that turns them off. */
export default function TicketKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog title="Keys of the tickets" keys={ticketKeys} onClose={onClose}>
      <p className="t3 xs">No key sends anything, and none acts while you type.</p>
    </KeysDialog>
  )
}
