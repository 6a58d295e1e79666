import { KeysDialog } from '../../lib/keys-dialog.tsx'

/** Lists the queue's keys, with a switch that turns them off. */
export default function TicketKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog title="Keyboard shortcuts" keys={ticketKeys} onClose={onClose}>
      <p className="t3 xs">Shortcuts never send anything and pause while you type.</p>
    </KeysDialog>
  )
}

/** The keys of the queue, as the dialog lists them. */
export const ticketKeys = [
  { keys: ['J'], does: 'Next ticket' },
  { keys: ['K'], does: 'Previous ticket' },
  { keys: ['A'], does: 'Reply' },
  { keys: ['?'], does: 'This list' },
] as const
