import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useCloseOnBack } from '../../lib/close-on-back.ts'
import { texts } from './texts.ts'

export type GuideName = 'purchase' | 'ids'

/** The two popups of a product's page. */
export default function Guide({ name, onClose }: { name: GuideName; onClose: () => void }) {
  useCloseOnBack(onClose)
  return name === 'purchase' ? <HowToPurchase onClose={onClose} /> : <WhereIsMyId onClose={onClose} />
}

function HowToPurchase({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t(texts.guide)} onClose={onClose}>
      <ol className="steps">
        <li>{t('Choose an item.')}</li>
        <li>{t('Enter your game ID. If you see a Check button, tap it and confirm your username.')}</li>
        <li>{t('Choose UPI or wallet and tap {buy}.', { buy: t(texts.buy) })}</li>
        <li>{t('Pay and track your order until it’s delivered or refunded.')}</li>
      </ol>
    </Dialog>
  )
}

function WhereIsMyId({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t('Where do I find my ID?')} onClose={onClose}>
      <img
        src="/art/help-ids.svg"
        alt={t(
          'Open your profile in the game. Your user ID is below your name; the zone or server is in brackets after it.',
        )}
        width={400}
        height={240}
      />
      <p className="t2 sm help-text">
        {t(
          'Open your profile in the game. Your user ID is below your name; the zone or server is in brackets after it. Copy both and paste them into the first field; we fill in both for you.',
        )}
      </p>
    </Dialog>
  )
}
