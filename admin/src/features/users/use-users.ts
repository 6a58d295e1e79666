import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readUsersAddress, type UsersAddress, usersParams } from './users-address.ts'

export const usersKey = ['admin', 'users'] as const

/** The page of users that the address names. While another one is on its way the one before stays. */
export function useUsers({ page, size, q }: UsersAddress) {
  const { call } = useServices()
  return useQuery({
    queryKey: [...usersKey, page, size, q],
    queryFn: ({ signal }) => call(usersData, { query: { page, limit: size, ...(q ? { q } : {}) }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the address says, and how to change it. A search replaces the address that it grows from. */
export function useUsersAddress() {
  const [params, setParams] = useSearchParams()
  const goTo = useCallback(
    (part: Partial<UsersAddress>, replace = false) =>
      setParams((before) => usersParams({ ...readUsersAddress(before), ...part }), { replace }),
    [setParams],
  )
  return { address: readUsersAddress(params), goTo }
}
