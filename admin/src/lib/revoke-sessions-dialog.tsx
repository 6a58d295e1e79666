import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { revokeCustomerSessions } from '@jhatpat/shared/contracts/customers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserReasonDialog } from './user-reason-dialog.tsx'

type Props = {
  user: { _id: string; name: string }
  /** Left out: all sessions. */
  session?: OpenSession | undefined
  /** The query keys to refresh afterwards. */
  reads: readonly unknown[]
  onClose: () => void
}

/** Shows where a user is signed in, and revokes the sessions on confirmation. */
export function RevokeSessionsDialog({ user, session, reads, onClose }: Props) {
  const { call } = useServices()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: (reason: string) =>
      call(revokeCustomerSessions, {
        params: { id: user._id },
        body: { ...(session && { session: session.id }), ...(reason && { reason }) },
      }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: reads }),
  })
  return (
    <UserReasonDialog
      title={session ? 'Sign out this device' : 'Sign out all devices'}
      action={session ? 'Sign out' : 'Sign out all devices'}
      error={ending.error}
      isBusy={ending.isPending}
      onDo={ending.mutate}
      onClose={onClose}
    >
      {session
        ? `${user.name} will be signed out on ${session.device || 'that browser'} only.`
        : `${user.name} will be signed out on all devices.`}
    </UserReasonDialog>
  )
}
