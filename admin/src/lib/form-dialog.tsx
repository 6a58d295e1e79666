import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Dialog, type DialogProps } from '@jhatpat/shared/ui/dialog.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import type { ReactNode } from 'react'
import { messageOf } from './message-of.ts'

export type DialogFormProps = {
  /** The fields. */
  children: ReactNode
  /** Why the last attempt failed, shown above the buttons. */
  error?: unknown
  /** What failed, where the error's own message does not say it. */
  failed?: string
  /** What to do about the error. */
  advice?: ReactNode
  /** Label of the button that only closes; null: the cross alone closes. */
  cancel?: string | null
  /** Label of the button that submits; left out, nothing can be submitted any more. */
  action?: string | undefined
  isBusy?: boolean
  busyText?: string
  /** How that button differs from an accent one. With the type `button`, Enter in a field does nothing. */
  button?: Pick<ButtonProps, 'type' | 'variant' | 'icon' | 'disabled' | 'aria-disabled'>
  /** Further buttons, before and after it. */
  before?: ReactNode
  after?: ReactNode
  onSubmit?: () => void
  onClose: () => void
  /** Above the buttons, as `useConfirmDiscard` returns it. */
  question?: ReactNode
  className?: string
  'aria-label'?: string
  /** The browser names the first field that is missing or too short. */
  isCheckedByBrowser?: boolean
}

/** The form of a dialog: its fields, why it was refused, and its buttons. */
export function DialogForm(props: DialogFormProps) {
  const { children, error, failed, advice, cancel = 'Cancel', question, onSubmit, onClose } = props
  const { action, isBusy = false, busyText = 'Saving…', button, className = 'stack' } = props
  return (
    <form
      className={className}
      aria-label={props['aria-label']}
      noValidate={!props.isCheckedByBrowser}
      onSubmit={(event) => {
        event.preventDefault()
        // React passes the event on to the form of an outer dialog.
        event.stopPropagation()
        if (button?.type !== 'button') onSubmit?.()
      }}
    >
      {children}
      {error !== null && error !== undefined && (
        <InlineMessage kind="bad" title={failed ?? messageOf(error)} role="alert">
          {failed === undefined ? advice : messageOf(error)}
        </InlineMessage>
      )}
      {question}
      <div className="row row-end wrap">
        {cancel !== null && (
          <Button variant="quiet" onClick={onClose}>
            {cancel}
          </Button>
        )}
        {props.before}
        {action !== undefined && (
          <Button
            type="submit"
            variant="accent"
            busy={isBusy}
            busyText={busyText}
            {...button}
            onClick={button?.type === 'button' ? onSubmit : undefined}
          >
            {action}
          </Button>
        )}
        {props.after}
      </div>
    </form>
  )
}

type FormDialogProps = DialogFormProps & {
  title: string
  kind?: DialogProps['kind']
  /** Esc, the cross and the backdrop, where they do not close at once: see `useConfirmDiscard`. */
  onLeave?: () => void
}

/** A dialog with a form. */
export function FormDialog({ title, kind, onLeave, ...form }: FormDialogProps) {
  return (
    <Dialog open kind={kind} onClose={onLeave ?? form.onClose} title={title}>
      <DialogForm {...form} />
    </Dialog>
  )
}
