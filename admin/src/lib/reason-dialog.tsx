import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { useState } from 'react'
import { type DialogFormProps, FormDialog } from './form-dialog.tsx'

type ReasonAction = {
  label: string
  variant: NonNullable<ButtonProps['variant']>
  isBusy: boolean
  busyText: string
  /** Enter in the reason does it, too. */
  isByEnter?: boolean
  onDo: (reason: string) => void
}

export type ReasonDialogProps = Pick<
  DialogFormProps,
  'children' | 'error' | 'advice' | 'cancel' | 'className' | 'onClose'
> & {
  title: string
  /** Label of the reason: where it is kept, or its reader. */
  label: string
  hint?: string
  maxLength?: number
  minLength?: number
  /** Shown at a reason that is too short; left out, it disables the buttons. */
  missing?: string
  /** Several lines. */
  isLong?: boolean
  actions: readonly ReasonAction[]
}

/** Asks for a reason in words before an action, or for one of several. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { children, label, hint, maxLength = 300, minLength = 0, missing, isLong, actions, ...dialog } = props
  const [reason, setReason] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const isShort = reason.trim().length < minLength
  const isBusy = actions.some((action) => action.isBusy)
  const choose = ({ onDo }: ReasonAction) => {
    setHasTried(true)
    if (!isShort && !isBusy) onDo(reason.trim())
  }
  const byEnter = actions.find(({ isByEnter }) => isByEnter)
  const TextField = isLong ? TextArea : Field
  return (
    <FormDialog
      {...dialog}
      {...(byEnter && { onSubmit: () => choose(byEnter) })}
      before={actions.map((action) => (
        <Button
          key={action.label}
          variant={action.variant}
          busy={action.isBusy}
          busyText={action.busyText}
          disabled={missing === undefined && (isShort || (isBusy && actions.length > 1))}
          {...(action === byEnter ? { type: 'submit' } : { onClick: () => choose(action) })}
        >
          {action.label}
        </Button>
      ))}
    >
      {children}
      <TextField
        label={label}
        hint={hint}
        maxLength={maxLength}
        value={reason}
        error={hasTried && isShort ? missing : undefined}
        onChange={(event: { target: { value: string } }) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
