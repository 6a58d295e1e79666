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
        <li>
          {t('Enter your game account’s ids. Where there is a Check button, press it and read the name.')}
        </li>
        <li>{t('Pick UPI or your wallet, and press {buy}.', { buy: t(texts.buy) })}</li>
        <li>{t('Pay. Your order’s page shows every step until it is delivered, or the money is back.')}</li>
      </ol>
    </Dialog>
  )
}

function WhereIsMyId({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t('Where do I find these?')} onClose={onClose}>
      <img
        src="/art/help-ids.svg"
        alt={t(
          'In the game, open your profile: the user id stands under your name, the zone or server in brackets after it.',
        )}
        width={400}
        height={240}
      />
      <p className="t2 sm help-text">
        {t(
          'Open your profile in the game. The user id stands under your name, the zone or server in brackets after it. Copy both and paste them into the first field: they find their places.',
        )}
      </p>
    </Dialog>
  )
}
