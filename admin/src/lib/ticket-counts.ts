import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePermission } from './may.ts'
import { throttleEvents } from './throttle-events.ts'

export const ticketsKey = ['admin', 'tickets'] as const

/** Events keep the queue fresh; it is asked for again so often, in ms, in case one was lost and since time passes. */
export const askAgainMs = 60_000

/** News of so many ms are looked up together. */
const throttleMs = 1_000

/** How many reports wait for an answer. */
export function useTicketCounts() {
  const { call } = useServices()
  const may = usePermission()
  return useQuery({
    queryKey: [...ticketsKey, 'counts'],
    queryFn: ({ signal }) => call(withoutSchemas.ticketCounts, { signal }),
    enabled: may('tickets.manage'),
    refetchInterval: askAgainMs,
  }).data
}

/** Asks for what is shown of reports again when the server says that one has changed, and after a break. Stands once in the app. */
export function useTicketEvents(): void {
  const { realtime } = useServices()
  const client = useQueryClient()
  const mayAnswer = usePermission()('tickets.manage')
  useEffect(() => {
    if (!mayAnswer) return undefined
    return realtime.follow((socket) => {
      const refresh = () => void client.invalidateQueries({ queryKey: ticketsKey })
      const news = throttleEvents(refresh, throttleMs)
      socket.on('ticket.updated', news.receive)
      return {
        poll: () => socket.emit('tickets.subscribe', {}, (answer) => answer.ok && refresh()),
        stop: () => {
          socket.off('ticket.updated', news.receive)
          news.stop()
        },
      }
    })
  }, [realtime, client, mayAnswer])
}
