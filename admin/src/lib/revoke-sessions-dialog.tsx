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
      title={session ? 'End this session' : 'End all sessions'}
      action={session ? 'End session' : 'End all sessions'}
      error={ending.error}
      isBusy={ending.isPending}
      onDo={ending.mutate}
      onClose={onClose}
    >
      {session
        ? `${user.name} is signed out at once on ${session.device || 'that browser'}, and stays signed in elsewhere.`
        : `${user.name} is signed out at once on every device, also where a sign-in is under way.`}
    </UserReasonDialog>
  )
}
