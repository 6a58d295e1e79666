import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../message-of.ts'

type Props = {
  name?: string
  /** Left out where sharing is not offered. */
  mayShare?: boolean
  text: string
  act: string
  onSave: (name: string, isShared: boolean) => Promise<unknown>
  onClose: () => void
}

/** Asks for a view's name; a refusal of the server is shown below. */
export function NameForm({ name: before = '', mayShare = false, text, act, onSave, onClose }: Props) {
  const [name, setName] = useState(before)
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setError('A view needs a name.')
    setBusy(true)
    try {
      await onSave(name.trim(), isShared)
      onClose()
    } catch (refusal) {
      setError(messageOf(refusal))
      setBusy(false)
    }
  }
  return (
    <form className="stack pop-form" onSubmit={submit}>
      <Field
        small
        label="Name of the view"
        maxLength={40}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError('')
        }}
      />
      <p className="xs t2">{text}</p>
      {mayShare && (
        <Checkbox
          label="For the whole team"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      <div className="row between pop-f">
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="accent" type="submit" busy={busy} busyText="Saving">
          {act}
        </Button>
      </div>
    </form>
  )
}
