import { addCustomerNote, type CustomerNote, customerNotes } from '@jhatpat/shared/contracts/customers.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useState } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { messageOf } from '../../../lib/message-of.ts'
import { QuerySection } from '../../../lib/query-section.tsx'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.tsx'
import { useSend } from '../../../lib/use-send.ts'
import { customerKey, useCustomerPart } from './use-customer.ts'

/** The admins' notes, with a form for another. */
export function NotesPanel({ id }: { id: string }) {
  const query = useCustomerPart('notes', id, (call, input) => call(customerNotes, input))
  return (
    <section className="panel stack" aria-labelledby="customer-notes">
      <div className="row between">
        <h2 className="d4" id="customer-notes">
          Notes
        </h2>
        <span className="xs t3">Staff only, not editable</span>
      </div>
      <QuerySection query={query}>{({ notes }) => <Notes notes={notes} />}</QuerySection>
      <NewNote id={id} />
    </section>
  )
}

function Notes({ notes }: { notes: readonly CustomerNote[] }) {
  if (notes.length === 0) return <p className="sm t2">No notes yet</p>
  return (
    <ul className="customer-notes">
      {notes.map(({ id, by, at, text }) => (
        <li key={id}>
          <b>
            {by}, <TimeText at={at} />.
          </b>{' '}
          <span className="wrap-any">{text}</span>
        </li>
      ))}
    </ul>
  )
}

function NewNote({ id }: { id: string }) {
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  useUnsavedChanges(!isEmpty, `/usersdata/${id}/`)
  const keeping = useSend(addCustomerNote, {
    params: { id },
    choice: text,
    reads: [...customerKey(id), 'notes'],
    // The admin may have started another note in the meantime.
    onDone: (_kept, note) => setText((now) => (now.trim() === note.text ? '' : now)),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !keeping.isPending) keeping.mutate({ text: text.trim() })
      }}
    >
      <TextArea
        label={<span className="visually-hidden">New note</span>}
        placeholder="Write a note"
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {keeping.error && (
        <InlineMessage kind="bad" title={messageOf(keeping.error)} role="alert">
          Your text is kept. Saving again is safe.
        </InlineMessage>
      )}
      <div>
        <CallButton
          access={addCustomerNote.auth}
          size="sm"
          type="submit"
          aria-disabled={isEmpty}
          busy={keeping.isPending}
          busyText="Saving…"
        >
          Save note
        </CallButton>
      </div>
    </form>
  )
}
