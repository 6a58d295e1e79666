import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'

/** The request waits for another owner's approval. */
export function PendingRequestsDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Asked for approval">
      <div className="stack">
        <InlineMessage kind="warn" icon="user-check" title={text} role="status">
          <span>
            It waits under <AppLink href="/approvals">Approvals</AppLink> for seven days.
          </span>
        </InlineMessage>
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
