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
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
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
      <title>{t('Wallet top-up · Jhatpat')}</title>
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
      <div>
        {data ? (
          <Details topUp={data} />
        ) : (
          <p className="t2">{t('Transaction ID {id}', { id: groupId(id) })}</p>
        )}
      </div>
      <TearLine />
      <div className="row wrap">
        {data?.status === 'Created' && data.state?.waitingFor !== 'payment_review' && (
          <ButtonLink href={payPath(id)} variant="accent">
            {t('Complete payment')}
          </ButtonLink>
        )}
        {productId && (
          <ButtonLink href={productPath(productId)} variant={isIn ? 'accent' : 'plain'}>
            {t('Back to your order')}
          </ButtonLink>
        )}
        <ButtonLink href="/home">{t('Return Home')}</ButtonLink>
        <ButtonLink href="/wallet" variant={isIn && !productId ? 'accent' : 'plain'}>
          {t('View Wallet')}
        </ButtonLink>
      </div>
    </ReceiptCard>
  )
}

function Details({ topUp }: { topUp: TopUpStatus }): ReactNode {
  return (
    <KeyValues
      rows={[
        [t('Transaction id'), <span key="id">{groupId(topUp.txnid)}</span>],
        [t('Status'), plainText(topUp.status)],
        [t('Amount'), <Money key="amount" rupees={topUp.amount} exact />],
        [t('Date'), <TimeText key="at" at={topUp.createdAt} />],
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
        title: t('Confirming your top-up'),
        text: error
          ? t('{message} Retrying.', { message: toSentence(plainText(error.message)) })
          : t('Please do not refresh or leave the page'),
      }
    case 'Created':
    case 'Processing':
      return topUp?.state?.waitingFor === 'payment_review'
        ? {
            title: t('Checking your payment'),
            text: t(
              'We received a payment that may be yours and our team is checking it. Please don’t pay again.',
            ),
          }
        : { title: t('Confirming your top-up'), text: unconfirmedPaymentText(amount) }
    case 'Failed':
      return topUp?.state?.declined
        ? {
            title: t('Payment failed'),
            text: t(
              'Nothing was added. If money was deducted from your bank account, it’ll be added to your wallet.',
            ),
          }
        : {
            title: t('Top-up expired'),
            text: t(
              'We didn’t receive your payment in time. If money was deducted from your bank account, it’ll be added to your wallet.',
            ),
          }
    default:
      return {
        title: t('ORDER PLACED SUCCESSFULLY'),
        text: t('{sum} added to your wallet.', { sum: amount }),
      }
  }
}

function NoTopUp() {
  return (
    <Empty
      spot="nomatch"
      title={t('Top-up not found')}
      action={
        <ButtonLink href="/wallet" variant="accent">
          {t('View Wallet')}
        </ButtonLink>
      }
    >
      {t('We couldn’t find it in your account.')}
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
