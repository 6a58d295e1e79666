import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { FormDialog } from '../../lib/form-dialog.tsx'

/** The request waits for another owner's approval. */
export function PendingRequestsDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <FormDialog title="Approval requested" cancel="Close" onClose={onClose}>
      <InlineMessage kind="warn" icon="user-check" title={text} role="status">
        <span>
          Waiting under <AppLink href="/approvals">Approvals</AppLink> for up to 7 days.
        </span>
      </InlineMessage>
    </FormDialog>
  )
}
