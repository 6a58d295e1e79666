import type { ItemBody } from '@jhatpat/shared/contracts/admin-items.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../lib/message-of.ts'
import { firstError } from './form-validation.ts'
import { type ItemValues, itemOrder, itemResolver } from './item-values.ts'

type Options = {
  start: ItemValues
  /** Beginning of the message for a failed save. */
  failed: string
  /** Sends the form and returns its result message. */
  onSave: (body: ItemBody) => Promise<ReactNode>
  /** The values of the form after a save. */
  after: (values: ItemValues) => ItemValues
}

/** The form of an item: its state, its submission, and the one message above it. */
export function useItemForm({ start, failed, onSave, after }: Options) {
  const form = useForm<ItemValues, unknown, ItemBody>({ defaultValues: start, resolver: itemResolver })
  const [message, setMessage] = useState<ReactNode>()
  const fault = firstError(form.formState.errors, itemOrder)
  const save = form.handleSubmit(
    async (body) => {
      setMessage(undefined)
      try {
        const savedText = await onSave(body)
        form.reset(after(form.getValues()))
        setMessage(<InlineMessage kind="ok" title={savedText} role="status" />)
      } catch (error) {
        setMessage(<Refused title={failed} reason={messageOf(error)} />)
      }
    },
    () => setMessage(undefined),
  )
  const above = fault ? (
    <Refused
      title={fault}
      reason="Checked in this order: Name, Original Price, Discounted Price, Resell Price, API Type, Image Path."
    />
  ) : (
    message
  )
  return { form, save, above }
}

function Refused({ title, reason }: { title: string; reason: string }) {
  return (
    <InlineMessage kind="bad" title={title} role="alert">
      {reason}
    </InlineMessage>
  )
}
