import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

/** Poll interval without a socket, in ms. */
const againMs = 60_000

/** Open pages poll at a random moment within this time after an update, in ms. */
const spreadMs = 1_500

/**
 * Current delays of one product or of any, and on pages that sell, whether UPI is paused. Updates arrive at
 * once on a page with a connected socket.
 */
export function useDelays(product: string | undefined, buys: boolean): Delay[] | undefined {
  const call = useCall()
  useDelayUpdates()
  const { data } = useQuery({
    queryKey: keys.delays,
    queryFn: ({ signal }) => call('delays', { signal }),
    refetchInterval: againMs,
    retry: false,
  })
  const includes = (products: string[]) => product !== undefined && products.includes(product)
  return data?.filter(({ products, isUpiPaused, idChecksDown }) =>
    idChecksDown
      ? buys && includes(products)
      : product === undefined || includes(products) || (buys && isUpiPaused),
  )
}

/** Opens no socket: uses one that is connected for another reason. */
function useDelayUpdates(): void {
  const { queries, realtime } = useServices()
  const isLive = useAtomValue(connectionAtom).state === 'live'
  useEffect(() => {
    if (!isLive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: keys.delays })
      }, Math.random() * spreadMs)
    }
    const stop = realtime.follow((socket) => {
      socket.on('incidents.updated', refetchSoon)
      return { poll: refetchSoon, stop: () => void socket.off('incidents.updated', refetchSoon) }
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isLive, queries, realtime])
}
