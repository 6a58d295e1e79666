import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Call } from '@jhatpat/shared/contracts/client.ts'
import { customer } from '@jhatpat/shared/contracts/customers.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe, usePermission } from '../../../lib/me.ts'
import { usersKey } from '../users-key.ts'

/** Below `usersKey`, so that a change to any user also refreshes it. */
export const customerKey = (id: string) => [...usersKey, 'one', id] as const

/** Data for the head of a customer's page. */
export function useCustomer(id: string) {
  const { call } = useServices()
  return useQuery({
    queryKey: customerKey(id),
    queryFn: ({ signal }) => call(customer, { params: { id }, signal }),
  })
}

type PartInput = { params: { id: string }; signal: AbortSignal }

/** A section of a customer's page, fetched when it is viewed. */
export function useCustomerPart<Data>(
  part: string,
  id: string,
  read: (call: Call, input: PartInput) => Promise<Data>,
) {
  const { call } = useServices()
  return useQuery({
    queryKey: [...customerKey(id), part],
    queryFn: ({ signal }) => read(call, { params: { id }, signal }),
  })
}

/**
 * Whether this admin may change the user; another admin can be changed only with the permission to
 * manage the team.
 */
export function useMayChange({ _id, role }: AdminUser): boolean {
  const may = usePermission()
  const me = useMe()
  return may('customers.edit') && (role !== 'admin' || _id === me._id || may('staff.manage'))
}
