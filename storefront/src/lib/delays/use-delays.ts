import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

/** Who has no socket asks again so often, in ms. */
const againMs = 60_000

/** Open pages ask within so long of the news, each at another moment, in ms. */
const spreadMs = 1_500

/** What takes longer just now, of one product or of any, and for who buys, that UPI is paused; a page whose socket stands hears at once that it is another. */
export function useDelays(product: string | undefined, buys: boolean): Delay[] | undefined {
  const call = useCall()
  useNews()
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

/** Opens no socket: it follows one that stands for another reason. */
function useNews(): void {
  const { queries, realtime } = useServices()
  const isLive = useAtomValue(connectionAtom).state === 'live'
  useEffect(() => {
    if (!isLive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: keys.delays })
      }, Math.random() * spreadMs)
    }
    const stop = realtime.follow((socket) => {
      socket.on('incidents.updated', ask)
      return { poll: ask, stop: () => void socket.off('incidents.updated', ask) }
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isLive, queries, realtime])
}
