import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { confirmationPath } from '../../lib/addresses.ts'
import { useCall } from '../../lib/use-call.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

/** An order's receipt, for the screen and for paper: the browser prints it or saves it as a PDF. */
export default function ReceiptScreen() {
  const [params] = useSearchParams()
  const id = params.get('client_txn_id') ?? ''
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => call('orderReceipt', { params: { client_txn_id: id }, signal }),
    // A refund may have changed it since.
    staleTime: 0,
    enabled: id !== '',
  })
  return (
    <main className="shell">
      <title>{t('Receipt · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Receipt')}</h1>
      {data ? (
        <div className="receipt">
          <div className="rc-h">
            <ButtonLink variant="quiet" icon="chevron-left" href={confirmationPath(id)}>
              {t('Order')}
            </ButtonLink>
            <Button icon="printer" onClick={() => print()}>
              {t('Print or save as PDF')}
            </Button>
          </div>
          <ReceiptPaper receipt={data} />
        </div>
      ) : error || id === '' ? (
        <NoReceipt error={error} onRetry={refetch} />
      ) : (
        <div className="receipt" aria-busy="true">
          <Skeleton height={620} radius="var(--radius-lg)" />
        </div>
      )}
    </main>
  )
}

function NoReceipt({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const isRefused = !error || (error instanceof ApiError && error.status < 500)
  return (
    <Empty
      spot={isRefused ? 'nomatch' : 'offline'}
      title={isRefused ? t('No receipt available') : t('Couldn’t load the receipt')}
      action={
        isRefused ? (
          <ButtonLink href="/orders" variant="accent">
            {t('My Orders')}
          </ButtonLink>
        ) : (
          <Button icon="refresh-cw" onClick={() => onRetry()}>
            {t('Try again')}
          </Button>
        )
      }
    >
      {error ? plainText(error.message) : t('This link has no order.')}
    </Empty>
  )
}
