import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userBody } from '../../lib/user-body.ts'

export const teamKey = ['admin', 'team'] as const

/** The element that holds the team, which takes the focus of what goes from it. */
export const teamPanelId = 'team-part'

export function useTeam() {
  const { call } = useServices()
  return useQuery({ queryKey: teamKey, queryFn: ({ signal }) => call(team, { signal }) })
}

/** What somebody is to be in the back office; `none`: nothing any more. */
export type StaffRoleChoice = StaffRole | 'none'

/**
 * Gives somebody a place in the back office, another one, or none. Refused where somebody else was first; `waiting`
 * says that another owner has to agree.
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
