import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The gateway's own page: another way to pay, and in a demo the place where one pays for trying out. */
export function GatewayLink({ page: { gatewayUrl, simulated } }: { page: PaymentPage }) {
  if (!gatewayUrl) return null
  const link = (
    <a className="link" href={gatewayUrl} target="_blank" rel="noopener noreferrer">
      {t('Open the payment page')} <Icon name="external-link" size="sm" className="in-line" />
    </a>
  )
  if (!simulated) return <p className="sm gateway">{link}</p>
  return (
    <div className="gateway">
      <InlineMessage kind="info" title={t('Simulated payment provider')}>
        {rich(
          'No real money moves here, and a UPI app does not know this code. Pay, decline or wait on the simulator’s page: {link}',
          { link },
        )}
      </InlineMessage>
    </div>
  )
}
