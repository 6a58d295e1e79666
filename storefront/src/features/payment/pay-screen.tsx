import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useSearchParams } from 'react-router-dom'
import { PayAside } from './pay-aside.tsx'
import { PayCard } from './pay-card.tsx'
import { useFollowStatus, usePaymentPage } from './use-payment.ts'

/** Pays an order or a top-up by UPI, and continues by itself when the money has arrived. */
export default function PayScreen() {
  const [params] = useSearchParams()
  const id = params.get('client_txn_id') ?? ''
  const { data: page, error, refetch } = usePaymentPage(id)
  useFollowStatus(page)

  if (!page && (error || !id)) {
    const unknown = !id || (error instanceof ApiError && error.status < 500)
    return unknown ? <NoPayment /> : <NoAnswer onRetry={() => refetch()} />
  }
  return (
    <main className="shell narrow">
      <title>
        {page ? t('Pay {sum} · Jhatpat', { sum: formatRupees(page.amount) }) : t('Pay · Jhatpat')}
      </title>
      {page ? (
        <div className="pay-g">
          <PayCard page={page} />
          <PayAside page={page} />
        </div>
      ) : (
        <div className="pay-g" aria-busy="true">
          <Skeleton height={560} radius="var(--radius-lg)" />
          <Skeleton height={320} radius="var(--radius-lg)" />
        </div>
      )}
    </main>
  )
}

function NoPayment() {
  return (
    <main className="shell">
      <title>{t('Pay · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Payment')}</h1>
      <Empty
        spot="nomatch"
        title={t('Nothing to pay here')}
        action={
          <ButtonLink href="/orders" variant="accent">
            {t('My Orders')}
          </ButtonLink>
        }
      >
        {t('We couldn’t find this payment in your account.')}
      </Empty>
    </main>
  )
}

function NoAnswer({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="shell">
      <title>{t('Pay · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Payment')}</h1>
      <Empty
        spot="offline"
        title={t('Network Error')}
        action={
          <Button icon="refresh-cw" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {t('Your order is safe. Payment options appear when you’re back online.')}
      </Empty>
    </main>
  )
}
