import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx'

type UserReasonProps = Pick<ReasonDialogProps, 'title' | 'error' | 'onClose' | 'children'> & {
  /** Label of the button. */
  action: string
  needsReason?: boolean
  isBusy: boolean
  onDo: (reason: string) => void
  /** What another admin has changed of the user in the meantime, where that is known. */
  overtaken?: string
}

/** Confirms an action on a user, with a reason for the audit log. */
export function UserReasonDialog(props: UserReasonProps) {
  const { action, needsReason = false, isBusy, onDo, overtaken = '', children, ...dialog } = props
  const { error } = dialog
  /** The user has changed since the dialog was opened: another attempt would be refused again. */
  const isOver = error instanceof ApiError && error.code === 'user_changed'
  return (
    <ReasonDialog
      {...dialog}
      label={needsReason ? 'Reason (required)' : 'Reason (saved in the audit log)'}
      minLength={needsReason ? 1 : 0}
      missing="Enter a reason."
      cancel={isOver ? 'Close' : 'Cancel'}
      actions={
        isOver ? [] : [{ label: action, variant: 'bad', isBusy, busyText: 'Sending…', isByEnter: true, onDo }]
      }
      advice={
        isOver
          ? `${overtaken} Close this and refresh.`.trim()
          : // A refused action would be refused again; without a reply it can safely be repeated.
            error instanceof NetworkError && 'No response. Trying again is safe.'
      }
    >
      <div>{children}</div>
    </ReasonDialog>
  )
}
