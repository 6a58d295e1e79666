import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePermission } from './me.ts'
import { throttleEvents } from './throttle-events.ts'

export const ticketsKey = ['admin', 'tickets'] as const

/** Poll interval of the queue, in case an event was lost and because deadlines pass, in ms. */
export const pollIntervalMs = 60_000

/** Events within this time cause one fetch, in ms. */
const throttleMs = 1_000

/** How many tickets wait for an answer. */
export function useTicketCounts() {
  const { call } = useServices()
  const may = usePermission()
  return useQuery({
    queryKey: [...ticketsKey, 'counts'],
    queryFn: ({ signal }) => call(withoutSchemas.ticketCounts, { signal }),
    enabled: may('tickets.manage'),
    refetchInterval: pollIntervalMs,
  }).data
}

/**
 * Refreshes the shown tickets when the server reports a change, and after a lost connection.
 * Rendered once in the app.
 */
export function useTicketEvents(): void {
  const { realtime } = useServices()
  const client = useQueryClient()
  const mayAnswer = usePermission()('tickets.manage')
  useEffect(() => {
    if (!mayAnswer) return undefined
    return realtime.follow((socket) => {
      const refresh = () => void client.invalidateQueries({ queryKey: ticketsKey })
      const throttled = throttleEvents(refresh, throttleMs)
      socket.on('ticket.updated', throttled.receive)
      return {
        poll: () => socket.emit('tickets.subscribe', {}, (answer) => answer.ok && refresh()),
        stop: () => {
          socket.off('ticket.updated', throttled.receive)
          throttled.stop()
        },
      }
    })
  }, [realtime, client, mayAnswer])
}
