import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { QrCode } from '@jhatpat/shared/ui/qr-code.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { storeLastApp, useLastApp } from './last-app.ts'

/** A code on a computer, app buttons on a phone; a UPI address is never typed. */
export function WaysToPay({ page }: { page: PaymentPage }) {
  const { upi, amount, payee, waitingFor } = page
  if (waitingFor !== 'payer') return <NotYet waitingFor={waitingFor} />
  if (!upi?.bhim) return <OnlyGateway />
  if (isPhone()) return <Apps page={page} upi={upi} />
  return (
    <div className="pay-columns">
      <QrCode
        text={upi.bhim}
        label={t('QR code to pay {sum} to {payee} by any UPI app', { sum: formatRupees(amount), payee })}
      />
      <div className="scan">
        <h2 className="d3">{t('Scan with any UPI app')}</h2>
        <ol className="steps">
          <li>{t('Open Google Pay, PhonePe, Paytm or your bank’s app')}</li>
          <li>{t('Scan this code. The amount is already filled in')}</li>
          <li>{t('Enter your UPI PIN in the app, then come back here')}</li>
        </ol>
      </div>
    </div>
  )
}

type AppLinks = NonNullable<PaymentPage['upi']>

const apps = [
  { key: 'gpay', name: 'Google Pay', glyph: 'G' },
  { key: 'phonepe', name: 'PhonePe', glyph: 'Pe' },
  { key: 'paytm', name: 'Paytm', glyph: 'Pt' },
  { key: 'bhim', name: 'Any UPI app', glyph: undefined },
] as const satisfies readonly { key: keyof AppLinks; name: string; glyph: string | undefined }[]

/** The app that was used last, big, and the others below. */
function Apps({ page, upi }: { page: PaymentPage; upi: AppLinks }) {
  const offered = apps.filter(({ key }) => upi[key])
  const lastUsed = useLastApp()
  const last = offered.find(({ key }) => key === lastUsed)
  const sum = formatRupees(page.amount)
  return (
    <div>
      {last && (
        <a
          className="btn btn-accent btn-lg btn-block last-app"
          href={upi[last.key]}
          onClick={() => storeLastApp(last.key)}
        >
          {last.key === 'bhim'
            ? t('Pay {sum} with a UPI app', { sum })
            : t('Pay {sum} with {app}', { sum, app: last.name })}
        </a>
      )}
      <h2 className="d3 apps-h">{last ? t('Other UPI apps') : t('Pay with')}</h2>
      <div className="apps">
        {offered
          .filter((app) => app !== last)
          .map(({ key, name, glyph }) => (
            <a key={key} className="choice" href={upi[key]} onClick={() => storeLastApp(key)}>
              <span className="glyph b" lang="en" aria-hidden="true">
                {glyph ?? <Icon name="smartphone" />}
              </span>
              <span className="grow b">{plainText(name)}</span>
              <span className="t3">
                <Icon name="chevron-right" />
              </span>
            </a>
          ))}
      </div>
    </div>
  )
}

const waits = {
  provider: {
    title: 'Getting your payment link',
    text: 'This can take up to 30 seconds. You haven’t paid yet.',
  },
  check: {
    title: 'Checking your payment',
    text: 'We received a payment that may be yours and our team is checking it. Please don’t pay again. You’ll get your order or a refund to your wallet.',
  },
} as const

/** Shown when there is no payment attempt yet, or no longer. */
function NotYet({ waitingFor }: { waitingFor: keyof typeof waits }) {
  const { title, text } = waits[waitingFor]
  return (
    <div role="status">
      <InlineMessage kind="info" title={t(title)}>
        {t(text)}
      </InlineMessage>
    </div>
  )
}

function OnlyGateway() {
  return (
    <div>
      <InlineMessage kind="info" title={t('Pay on the payment page')}>
        {t('Open the payment page below. This page updates automatically.')}
      </InlineMessage>
    </div>
  )
}

/** A phone opens UPI apps by itself; a computer shows a code to scan. */
export function isPhone(): boolean {
  return (
    /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) || matchMedia('(pointer: coarse)').matches
  )
}
