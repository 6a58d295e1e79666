import type { PaymentPage } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { KeyValues } from '@jhatpat/shared/ui/slip.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

/** What is being paid for, and what happens if the app is closed. */
export function PayAside({ page }: { page: PaymentPage }) {
  const isTopUp = page.kind === 'topup'
  return (
    <aside className="stack stack-4 aside">
      <section className="panel" aria-label="What you pay for">
        <div className="row row-3 what">
          <Picture
            className={isTopUp ? 'thumb' : 'thumb-lg'}
            src={page.imgpath || '/art/items/wallet-coin.svg'}
            width={64}
            height={isTopUp ? 64 : 80}
            eager
          />
          <div>
            <p className="b">{page.title}</p>
            {page.subtitle && <p className="t2 sm">{page.subtitle}</p>}
          </div>
        </div>
        <KeyValues
          rows={[
            ...page.details.map(({ label, value }) => [label, value] as const),
            [isTopUp ? 'Top-up' : 'Order', groupId(page.client_txn_id)],
            ['Total', <Money key="total" rupees={page.amount} />],
          ]}
        />
      </section>
      <section className="panel">
        <h2 className="d4 what">Closed the app by mistake?</h2>
        <p className="t2 sm">
          Nothing is lost. {isTopUp ? 'This top-up' : 'This order'} waits for your payment until{' '}
          <TimeText at={page.payBefore} as="clock" />. If you pay twice, the second payment goes to your
          wallet.
        </p>
      </section>
    </aside>
  )
}
