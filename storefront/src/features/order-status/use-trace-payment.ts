import type { tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useOrderCache } from './use-order.ts'

export type PaymentTraceView = Omit<ResultOf<typeof tracePayment>, 'order' | 'data'>

/** The server answers within 8 s; the rest is for the network. */
const timeoutMs = 12_000

/** Checks gateway, ledger and supplier at once, and shows the order with their answers. */
export function useTracePayment(client_txn_id: string) {
  const call = useCall()
  const show = useOrderCache()
  const [trace, setTrace] = useState<PaymentTraceView>()
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const checkNow = async () => {
    setIsAsking(true)
    setRefusal(undefined)
    try {
      const { order, data, ...sides } = await call('tracePayment', { params: { client_txn_id }, timeoutMs })
      show(order, data.asked)
      setTrace(sides)
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    }
    setIsAsking(false)
  }
  return { trace, isAsking, refusal, checkNow }
}
