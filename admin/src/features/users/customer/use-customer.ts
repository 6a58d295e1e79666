import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Call } from '@jhatpat/shared/contracts/client.ts'
import { customer } from '@jhatpat/shared/contracts/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { usersKey } from '../users-list.ts'

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
