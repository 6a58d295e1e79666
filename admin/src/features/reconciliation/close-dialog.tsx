import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type DayException, resolveException } from '@jhatpat/shared/contracts/reconciliation.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { exceptionTexts } from './exception-texts.ts'

const shortestNote = 3

/** Records the explanation of an exception; nothing is posted, and the text stays with the day. */
export function CloseDialog({ exception, onClose }: { exception: DayException; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { call } = useServices()
  const queries = useQueryClient()
  const close = useMutation({
    mutationFn: (state: 'explained' | 'resolved') =>
      call(resolveException, { body: { id: exception.id, state, note: note.trim() } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'reconciliation'] }),
  })
  const { title, advice } = exceptionTexts[exception.kind]
  const isShort = note.trim().length < shortestNote
  const busy = (state: 'explained' | 'resolved') => close.isPending && close.variables === state
  return (
    <Dialog open onClose={onClose} title={`${title}: ${groupId(exception.ref)}`}>
      <div className="stack">
        <KeyValues
          rows={[
            ['Outside', exception.external],
            ['With us', exception.internal],
          ]}
        />
        <p className="sm t2">{advice} Nothing is posted by an answer here.</p>
        <Field
          label="What it was, kept with the day"
          hint="At least three letters."
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {close.error && <InlineMessage kind="bad" title={messageOf(close.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button
            variant="line"
            disabled={isShort || close.isPending}
            busy={busy('explained')}
            busyText="Saving"
            onClick={() => close.mutate('explained')}
          >
            Explained: nothing is wrong
          </Button>
          <Button
            variant="accent"
            disabled={isShort || close.isPending}
            busy={busy('resolved')}
            busyText="Saving"
            onClick={() => close.mutate('resolved')}
          >
            Solved: it was put right
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
