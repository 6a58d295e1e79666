import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useLive } from '@jhatpat/shared/browser/use-live.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCall } from '../../lib/use-call.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'

export type TopUpStatus = Pick<
  WalletTransaction,
  'txnid' | 'status' | 'amount' | 'createdAt' | 'revision' | 'state'
>

/** One top-up, live. */
export function useTopUpStatus(clientTxnId: string): UseQueryResult<TopUpStatus> {
  const call = useCall()
  const { realtime } = useServices()
  const body = { client_txn_id: clientTxnId, date: dayOfTxn(clientTxnId) }
  return useLive<TopUpStatus>({
    queryKey: ['topup', clientTxnId],
    fetch: async (signal) => (await call('topUpStatus', { body, signal })).data,
    subscribe: (apply) => realtime.subscribeTopUp(clientTxnId, apply),
    isMoving: ({ status }) => status === 'Created' || status === 'Processing',
  })
}
