import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { PayActions } from './pay-actions.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

export function PayCard({ page }: { page: PaymentPage }) {
  const isLate = useNow(1_000) > Date.parse(page.payBefore)
  return (
    <ReceiptCard aria-labelledby="amount">
      <div className="head">
        <div>
          <p className="t2 sm">{t('Pay by UPI')}</p>
          <h1 id="amount">
            <Money rupees={page.amount} className="big" />
          </h1>
          <p className="t2 xs">
            {rich('To {payee} · Ref. {id}', {
              payee: page.payee,
              id: <span className="nowrap">{groupId(page.client_txn_id)}</span>,
            })}
          </p>
        </div>
        {page.waitingFor !== 'check' && (
          <CountdownRing dueAt={page.payBefore} show="clock" size="xl" label={t('Pay within')} />
        )}
      </div>
      <TearLine />
      <WaysToPay page={page} />
      {page.waitingFor === 'payer' && <PayActions page={page} />}
      <div className="await" role="status">
        <Icon name={isLate ? 'clock' : 'loader-circle'} spin={!isLate} />
        <span className="t2 sm">{t(waitText(page, isLate))}</span>
      </div>
      {page.waitingFor === 'payer' && <GatewayLink page={page} />}
    </ReceiptCard>
  )
}

function waitText({ waitingFor }: PaymentPage, isLate: boolean): Text {
  if (waitingFor === 'provider') return 'Your order is saved. This page updates automatically.'
  if (waitingFor === 'check') return 'Our team is checking. This page updates automatically.'
  return isLate
    ? 'Time to pay has ended. If money was deducted from your bank account, it’ll be added to your wallet.'
    : 'Waiting for your bank. This page updates automatically.'
}

/** The gateway's own page: another way to pay, and in a demo the place to try a payment. */
function GatewayLink({ page: { gatewayUrl, simulated } }: { page: PaymentPage }) {
  if (!gatewayUrl) return null
  const link = (
    <a className="link" href={gatewayUrl} target="_blank" rel="noopener noreferrer">
      {t('Open payment page')} <Icon name="external-link" size="sm" className="in-line" />
    </a>
  )
  if (!simulated) return <p className="sm gateway">{link}</p>
  return (
    <div className="gateway">
      <InlineMessage kind="info" title={t('Simulated payment provider')}>
        {rich('Test mode: no real money. UPI apps won’t accept this code. Approve or decline on {link}.', {
          link,
        })}
      </InlineMessage>
    </div>
  )
}
