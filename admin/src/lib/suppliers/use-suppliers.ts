import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SupplierAccount, suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { throttleEvents } from '../throttle-events.ts'

export const suppliersKey = ['admin', 'suppliers'] as const

/**
 * On busy days an account changes with every order: the first change is shown at once, those within
 * this time together. In ms.
 */
const throttleMs = 10_000

/**
 * The supplier accounts: fetched again when the server reports a change, and every 20 s in case an
 * event was lost.
 */
export function useSuppliers() {
  const { call, realtime } = useServices()
  const client = useQueryClient()
  useEffect(
    () =>
      realtime.follow((socket) => {
        const refresh = () => void client.invalidateQueries({ queryKey: suppliersKey })
        const throttled = throttleEvents(refresh, throttleMs)
        socket.on('supplier.updated', throttled.receive)
        return {
          poll: () => socket.emit('suppliers.subscribe', {}, (answer) => answer.ok && refresh()),
          stop: () => {
            socket.off('supplier.updated', throttled.receive)
            throttled.stop()
          },
        }
      }),
    [realtime, client],
  )
  return useQuery({
    queryKey: suppliersKey,
    queryFn: ({ signal }) => call(suppliers, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Stores one account from the reply to an action. */
export function useAccountCache() {
  const client = useQueryClient()
  return (supplierAccount: SupplierAccount) =>
    client.setQueryData<SupplierAccount[]>(suppliersKey, (all) =>
      all?.map((other) => (other.account === supplierAccount.account ? supplierAccount : other)),
    )
}
