import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { inviteToTeam, resendInvitation, revokeInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { type AdminUser, updateUserData, usersData } from '@jhatpat/shared/contracts/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userBody } from '../../lib/user-body.ts'
import { teamKey } from './use-team.ts'

type Person = { email: string; name: string; reason: string; staffRole: StaffRole }

/** Whether the address already has an account, which can be given the role instead. */
export const hasAccount = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'email_has_account'

/** Whether it is certain that nothing was changed; uncertain after a lost reply or a server error. */
export const hasChangedNothing = (error: unknown): boolean => error instanceof ApiError && error.status < 500

/**
 * Invites a person, or gives the role to the account of the address. `waiting`: another owner has
 * to approve.
 */
export function useAdding(onDone: () => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<string>()
  const then = {
    onSuccess: ({ status, message }: { status: string; message: string }) =>
      status === 'pending' ? setWaiting(message) : onDone(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  }
  const inviting = useMutation({
    mutationFn: ({ reason, ...person }: Person) =>
      call(inviteToTeam, { body: { ...person, ...(reason.trim() && { reason }) } }),
    ...then,
  })
  const giving = useMutation({
    mutationFn: ({ user, staffRole, reason }: Pick<Person, 'staffRole' | 'reason'> & { user: AdminUser }) =>
      call(updateUserData, { body: userBody(user, { role: 'admin', staffRole }, reason) }),
    ...then,
  })
  return { waiting, inviting, giving }
}

/** The account of an address; null if there is none any more. */
export function useAccountOf(email: string) {
  const { call } = useServices()
  const q = email.trim().toLowerCase()
  return useQuery({
    queryKey: ['admin', 'account-of', q],
    queryFn: async () => {
      const { users } = await call(usersData, { query: { q, limit: 25 } })
      return users.find((user) => user.email === q) ?? null
    },
  })
}

/**
 * Actions on an invitation: mails a new link, or revokes the invitation, which removes its row and
 * calls `onRevoked` with the server's sentence.
 */
export function useInvitation(id: string, onRevoked: (message: string) => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const { mutate, isPending, variables, error, data } = useMutation({
    mutationFn: (action: 'resend' | 'revoke') =>
      call(action === 'resend' ? resendInvitation : revokeInvitation, { params: { id }, body: {} }),
    onSuccess: ({ message }, action) => action === 'revoke' && onRevoked(message),
    onSettled: () => queries.invalidateQueries({ queryKey: teamKey }),
  })
  return {
    error,
    message: data?.message,
    isDoing: (action: 'resend' | 'revoke') => isPending && variables === action,
    do: (action: 'resend' | 'revoke') => {
      if (!isPending) mutate(action)
    },
  }
}
