import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { GatewayCheck } from '@jhatpat/shared/contracts/order-state.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { confirmationPath, walletConfirmationPath } from '../../lib/addresses.ts'
import { brand } from '../../lib/brand.ts'
import { useCall } from '../../lib/use-call.ts'
import { useNavigateTo } from '../../lib/use-navigate-to.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'

const askAgainMs = 20_000
/** A payment attempt that is being created is usually ready within seconds. In ms. */
const askForLinkMs = 2_000

export function usePaymentPage(clientTxnId: string): UseQueryResult<PaymentPage> {
  const call = useCall()
  return useQuery({
    queryKey: ['payment', clientTxnId],
    queryFn: ({ signal }) => call('paymentPage', { params: { client_txn_id: clientTxnId }, signal }),
    enabled: clientTxnId !== '',
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== 'created') return false
      return data.waitingFor === 'provider' ? askForLinkMs : askAgainMs
    },
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Follows the payment by socket and polling, and opens the confirmation once it has ended. */
export function useFollowStatus(page: PaymentPage | undefined): void {
  const { realtime } = useServices()
  const moveOn = useFollow(page)
  const id = page?.client_txn_id
  const kind = page?.kind
  const isOver = page !== undefined && page.status !== 'created'

  const continueOnce = useEffectEvent(moveOn)
  useEffect(() => {
    if (isOver) continueOnce()
  }, [isOver])
  useEffect(() => {
    if (!id) return
    const onStatus = ({ status }: { status: string }) => status !== 'Created' && continueOnce()
    return kind === 'topup' ? realtime.subscribeTopUp(id, onStatus) : realtime.subscribeOrder(id, onStatus)
  }, [realtime, id, kind])
}

/**
 * Checks the gateway now. Resolves to whether the payment has ended, and then the page has changed; and to
 * the time of the check.
 */
export function useCheckNow(
  page: PaymentPage,
): () => Promise<{ isOver: boolean; gatewayCheck?: GatewayCheck | undefined }> {
  const call = useCall()
  const moveOn = useFollow(page)
  return async () => {
    const { client_txn_id, kind } = page
    const date = dayOfTxn(client_txn_id)
    const { status, asked: gatewayCheck } =
      kind === 'topup'
        ? (await call('topUpStatus', { body: { client_txn_id, date } })).data
        : await askAboutOrder({ client_txn_id, date })
    const isOver = status !== 'Created'
    if (isOver) moveOn()
    return { isOver, gatewayCheck }
  }

  async function askAboutOrder(body: { client_txn_id: string; date: string }) {
    const { order, data } = await call('orderStatus', { body: { ...body, key: brand.applicationKey } })
    return { status: order.status, asked: data.asked }
  }
}

function useFollow(page: PaymentPage | undefined): () => void {
  const go = useNavigateTo()
  const id = page?.client_txn_id ?? ''
  const kind = page?.kind
  return useCallback(() => {
    go(kind === 'topup' ? walletConfirmationPath(id) : confirmationPath(id), { replace: true })
  }, [go, id, kind])
}
