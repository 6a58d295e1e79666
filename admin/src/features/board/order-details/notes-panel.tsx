import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { addNote, type OrderNote } from '@jhatpat/shared/contracts/order-details.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.tsx'
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts'
import { OrderNotes } from '../order-notes.tsx'
import { useOrderDetailsUpdates } from './use-order-details.ts'

/** The admins' notes on the order; a note is never edited. */
export function NotesPanel({ order, notes }: { order: BoardOrder; notes: readonly OrderNote[] }) {
  const { call } = useServices()
  const { apply } = useOrderDetailsUpdates(order.orderid)
  const [text, setText] = useState('')
  useUnsavedChanges(text.trim() !== '')
  const idempotency = useIdempotencyKey(text)
  const add = useMutation({
    mutationFn: (note: string) => {
      const body = { text: note.trim() }
      return call(addNote, { params: { id: order.orderid }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onError: (error) => idempotency.renewIfRefused(error),
    onSuccess: (after, note) => {
      // The admin may have started another note in the meantime.
      setText((now) => (now === note ? '' : now))
      apply(after)
    },
  })
  return (
    <section className="panel stack">
      <h2 className="d4">Notes</h2>
      <OrderNotes notes={notes} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() && !add.isPending) add.mutate(text)
        }}
      >
        <TextArea
          label="Add a note"
          hint="For admins alone. It stays as it is."
          rows={2}
          maxLength={1_000}
          value={text}
          error={add.error ? `Not saved: ${messageOf(add.error)}` : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button type="submit" size="sm" busy={add.isPending} busyText="Saving" disabled={!text.trim()}>
            Save note
          </Button>
        </div>
      </form>
    </section>
  )
}
