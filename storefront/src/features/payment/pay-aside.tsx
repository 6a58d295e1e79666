import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

/** What is being paid for, and what happens if the app is closed. */
export function PayAside({ page }: { page: PaymentPage }) {
  const isTopUp = page.kind === 'topup'
  return (
    <aside className="stack stack-4 aside">
      <section className="panel" aria-label={t('Payment details')}>
        <div className="row row-3 what">
          <Picture
            className={isTopUp ? 'thumb' : 'thumb-lg'}
            src={page.imgpath || '/art/items/wallet-coin.svg'}
            width={64}
            height={isTopUp ? 64 : 80}
            eager
          />
          <div>
            <p className="b" lang="en">
              {page.title}
            </p>
            {page.subtitle && (
              <p className="t2 sm" lang="en">
                {page.subtitle}
              </p>
            )}
          </div>
        </div>
        <KeyValues
          rows={[
            ...page.details.map(
              ({ label, value }) => [plainText(label), <bdi key={label}>{value}</bdi>] as const,
            ),
            [t(isTopUp ? 'Top-up' : 'Order'), groupId(page.client_txn_id)],
            [t('Total'), <Money key="total" rupees={page.amount} />],
          ]}
        />
      </section>
      <section className="panel">
        <h2 className="d4 what">{t('Closed the app by mistake?')}</h2>
        <p className="t2 sm">
          {rich(
            isTopUp
              ? 'Your top-up is saved. Pay by {time}. If you pay twice, the second payment goes to your wallet.'
              : 'Your order is saved. Pay by {time}. If you pay twice, the second payment goes to your wallet.',
            { time: <TimeText at={page.payBefore} as="clock" /> },
          )}
        </p>
      </section>
    </aside>
  )
}
