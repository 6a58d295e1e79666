import type { KeyCalls } from '@jhatpat/shared/browser/intents/run-intent.ts'
import { useMemo } from 'react'
import { useCall } from './use-call.ts'

/** Storage key of a customer's taps on BUY NOW. */
export const orderScope = (userid: string): string => `order:${userid}`

/** The calls that look up and close an order's key. */
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
