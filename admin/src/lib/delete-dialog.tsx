import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from './message-of.ts'

type DeleteProps = {
  title: string
  question: string
  /** The specification's text for a failure. */
  failed: string
  /** What else the deletion affects. */
  children: ReactNode
  /** Label of the button, if not "Delete". */
  button?: string | undefined
  onDelete: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** Takes it off sale instead, if open orders prevent the deletion. */
  takeOut?: (() => Promise<unknown>) | undefined
}

/** Confirms a deletion, states its consequences, and shows why it failed. */
export function DeleteDialog(props: DeleteProps) {
  const { title, question, failed, children, button, onDelete, onDone, onClose, takeOut } = props
  const removing = useMutation({ mutationFn: onDelete, onSuccess: onDone })
  const taking = useMutation({ mutationFn: () => takeOut?.() ?? Promise.resolve(), onSuccess: onDone })
  const { error } = removing
  const isOnSale = error instanceof ApiError && error.code === 'catalogue_in_use' && takeOut !== undefined
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="stack stack-4">
        {error ? (
          <InlineMessage kind="bad" title={failed} role="alert">
            {messageOf(error)}
          </InlineMessage>
        ) : (
          <p>{question}</p>
        )}
        {!isOnSale && children}
        {taking.error && <InlineMessage kind="bad" title={messageOf(taking.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            {error ? 'Close' : 'Cancel'}
          </Button>
          {isOnSale ? (
            <Button
              variant="accent"
              busy={taking.isPending}
              busyText="Saving…"
              onClick={() => taking.mutate()}
            >
              Mark out of stock
            </Button>
          ) : (
            <Button
              variant="bad"
              busy={removing.isPending}
              busyText="Deleting…"
              onClick={() => removing.mutate()}
            >
              {button ?? (error ? 'Try again' : 'Delete')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
