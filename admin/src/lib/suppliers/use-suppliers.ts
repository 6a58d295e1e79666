import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SupplierAccount, suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { throttleEvents } from '../throttle-events.ts'

export const suppliersKey = ['admin', 'suppliers'] as const

/** On a busy day an account changes with every order: the first is seen at once, those of so many ms after it together. */
const throttleMs = 10_000

/** The supplier accounts: asked for again when the server says that one has changed, and every 20 s in case that got lost. */
export function useSuppliers() {
  const { call, realtime } = useServices()
  const client = useQueryClient()
  useEffect(
    () =>
      realtime.follow((socket) => {
        const refresh = () => void client.invalidateQueries({ queryKey: suppliersKey })
        const news = throttleEvents(refresh, throttleMs)
        socket.on('supplier.updated', news.receive)
        return {
          poll: () => socket.emit('suppliers.subscribe', {}, (answer) => answer.ok && refresh()),
          stop: () => {
            socket.off('supplier.updated', news.receive)
            news.stop()
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

/** Puts one account in, as an answer to what was done here told it. */
export function useKeepAccount() {
  const client = useQueryClient()
  return (one: SupplierAccount) =>
    client.setQueryData<SupplierAccount[]>(suppliersKey, (all) =>
      all?.map((other) => (other.account === one.account ? one : other)),
    )
}
