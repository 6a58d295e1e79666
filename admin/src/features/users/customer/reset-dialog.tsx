import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { sendPasswordReset } from '@jhatpat/shared/contracts/customers.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'

/** Mails a password reset link: at most one while the dialog is open. */
export function ResetDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { call } = useServices()
  const [idempotencyKey] = useState(newKey)
  const { _id: id, email } = user
  const sending = useMutation({
    mutationFn: () => call(sendPasswordReset, { params: { id }, body: {}, idempotencyKey }),
  })
  return (
    <Dialog open onClose={onClose} title="Send password link">
      <div className="stack">
        <p className="wrap-any">{`A password reset link is sent to ${email}.`}</p>
        {sending.data && <InlineMessage kind="ok" title={sending.data.message} role="status" />}
        {sending.error && (
          <InlineMessage kind="bad" title={messageOf(sending.error)} role="alert">
            Sending again is safe: it is the same link.
          </InlineMessage>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            {sending.data ? 'Close' : 'Cancel'}
          </Button>
          {!sending.data && (
            <Button
              variant="accent"
              icon="send"
              busy={sending.isPending}
              busyText="Sending"
              onClick={() => sending.mutate()}
            >
              Send link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
