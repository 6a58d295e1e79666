import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userBody } from '../../lib/user-body.ts'

export const teamKey = ['admin', 'team'] as const

/** The element that contains the team; receives the focus when a row disappears. */
export const teamPanelId = 'team-part'

export function useTeam() {
  const { call } = useServices()
  return useQuery({ queryKey: teamKey, queryFn: ({ signal }) => call(team, { signal }) })
}

/** The staff role to give; `none` removes the person from the team. */
export type StaffRoleChoice = StaffRole | 'none'

/**
 * Gives a person a staff role, another one, or none. Refused after a concurrent change; `waiting`
 * means that another owner has to approve.
 */
export function useStaffRole(onDone: () => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<string>()
  const saving = useMutation({
    mutationFn: ({ user, role, reason }: { user: AdminUser; role: StaffRoleChoice; reason: string }) => {
      const change = role === 'none' ? { role: 'user' as const } : { role: 'admin' as const, staffRole: role }
      return call(updateUserData, { body: userBody(user, change, reason) })
    },
    onSuccess: ({ status, message }) => (status === 'pending' ? setWaiting(message) : onDone()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  return { waiting, saving }
}
