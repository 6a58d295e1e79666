import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useLive } from '@jhatpat/shared/browser/use-live.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { payPath, productPath } from '../../lib/addresses.ts'
import { toSentence } from '../../lib/to-sentence.ts'
import { unconfirmedPaymentText } from '../../lib/unconfirmed-payment-text.ts'
import { useCall } from '../../lib/use-call.ts'
import { useFreshBalance } from '../../lib/use-fresh-balance.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'
import { topUpPurposeOf } from './purpose.ts'

export default function WalletConfirmationScreen() {
  const [params] = useSearchParams()
  const id = params.get('client_txn_id') ?? ''
  return (
    <main className="shell reading">
      <title>Wallet top-up · Jhatpat</title>
      {id ? <TopUp id={id} /> : <NoTopUp />}
    </main>
  )
}

function TopUp({ id }: { id: string }) {
  const { data, error } = useTopUpStatus(id)
  useFreshBalance(data?.status === 'Success' ? id : undefined)
  if (!data && error instanceof ApiError && error.status < 500) return <NoTopUp />
  const { title, text } = topUpStatusText(data, error)
  const isIn = data?.status === 'Success'
  const productId = topUpPurposeOf(id)
  return (
    <ReceiptCard className="main">
      <div className="order-head">
        <div className="grow" aria-live="polite" aria-atomic="true">
          {data && <StatusPill status={data.status} />}
          <h1 className="d1">{title}</h1>
          <p className="t2">{text}</p>
        </div>
        {isIn && <img className="won" src="/art/items/wallet-coin.svg" alt="" width={148} height={148} />}
      </div>
      <TearLine />
      <div>{data ? <Details topUp={data} /> : <p className="t2">Transaction {groupId(id)}</p>}</div>
      <TearLine />
      <div className="row wrap">
        {data?.status === 'Created' && data.state?.waitingFor !== 'payment_review' && (
          <ButtonLink href={payPath(id)} variant="accent">
            Back to payment
          </ButtonLink>
        )}
        {productId && (
          <ButtonLink href={productPath(productId)} variant={isIn ? 'accent' : 'plain'}>
            Back to your order
          </ButtonLink>
        )}
        <ButtonLink href="/home">Return Home</ButtonLink>
        <ButtonLink href="/wallet" variant={isIn && !productId ? 'accent' : 'plain'}>
          View Wallet
        </ButtonLink>
      </div>
    </ReceiptCard>
  )
}

function Details({ topUp }: { topUp: TopUpStatus }): ReactNode {
  return (
    <KeyValues
      rows={[
        ['Transaction id', <span key="id">{groupId(topUp.txnid)}</span>],
        ['Status', topUp.status],
        ['Amount', <Money key="amount" rupees={topUp.amount} exact />],
        ['Started', <TimeText key="at" at={topUp.createdAt} />],
      ]}
    />
  )
}

function topUpStatusText(
  topUp: TopUpStatus | undefined,
  error: Error | null,
): { title: string; text: string } {
  const amount = topUp ? formatRupees(topUp.amount) : ''
  switch (topUp?.status) {
    case undefined:
      return {
        title: 'We are confirming your top-up',
        text: error
          ? `${toSentence(error.message)} We go on trying.`
          : 'Please do not refresh or leave the page',
      }
    case 'Created':
    case 'Processing':
      return topUp?.state?.waitingFor === 'payment_review'
        ? {
            title: 'We are checking your payment',
            text: 'Money has come that may be yours, and our team looks at it. Please do not pay again.',
          }
        : { title: 'We are confirming your top-up', text: unconfirmedPaymentText(amount) }
    case 'Failed':
      return topUp?.state?.declined
        ? { title: 'The payment was declined', text: `Nothing was added. ${willBeInWallet}` }
        : { title: 'This top-up is closed', text: `No payment came in time. ${willBeInWallet}` }
    default:
      return { title: 'ORDER PLACED SUCCESSFULLY', text: `${amount} is in your wallet.` }
  }
}

const willBeInWallet = 'If money left your account, it will be in your wallet.'

function NoTopUp() {
  return (
    <Empty
      spot="nomatch"
      title="There is no such top-up"
      action={
        <ButtonLink href="/wallet" variant="accent">
          View Wallet
        </ButtonLink>
      }
    >
      It does not exist, or it is not yours.
    </Empty>
  )
}

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
