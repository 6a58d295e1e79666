import type { KeyCalls } from '@jhatpat/shared/browser/taps/settle-tap.ts'
import { useMemo } from 'react'
import { useCall } from './use-call.ts'

/** Where the taps on BUY NOW of a customer are kept. */
export const orderPlace = (userid: string): string => `order:${userid}`

/** How the shop is asked what became of an order, and told not to place it. */
export function useOrderKeys(): KeyCalls {
  const call = useCall()
  return useMemo(
    () => ({
      lookUp: (key) => call('lookUpOrderKey', { params: { key } }),
      close: (key) => call('closeOrderKey', { params: { key }, body: {} }),
    }),
    [call],
  )
}
