import { KeysDialog } from '../../lib/keys-dialog.tsx'

/** Lists the queue's keys, with a switch that turns them off. */
export default function TicketKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog title="Keys of the tickets" keys={ticketKeys} onClose={onClose}>
      <p className="t3 xs">No key sends anything, and none acts while you type.</p>
    </KeysDialog>
  )
}

/** The keys of the queue, as the dialog lists them. */
export const ticketKeys = [
  { keys: ['J'], does: 'Next report' },
  { keys: ['K'], does: 'Previous report' },
  { keys: ['A'], does: 'Answer: goes to the text' },
  { keys: ['?'], does: 'This list' },
] as const
