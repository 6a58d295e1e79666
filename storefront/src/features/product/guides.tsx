import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { useBackCloses } from '../../lib/back-closes.ts'
import { texts } from './texts.ts'

export type GuideName = 'purchase' | 'ids'

/** The two popups of a product's page. */
export default function Guide({ name, onClose }: { name: GuideName; onClose: () => void }) {
  useBackCloses(onClose)
  return name === 'purchase' ? <HowToPurchase onClose={onClose} /> : <WhereIsMyId onClose={onClose} />
}

function HowToPurchase({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={texts.guide} onClose={onClose}>
      <ol className="steps">
        <li>Choose an item.</li>
        <li>Enter your game account’s ids. Where there is a Check button, press it and read the name.</li>
        <li>Pick UPI or your wallet, and press {texts.buy}.</li>
        <li>Pay. Your order’s page shows every step until it is delivered, or the money is back.</li>
      </ol>
    </Dialog>
  )
}

function WhereIsMyId({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Where do I find these?" onClose={onClose}>
      <img
        src="/art/help-ids.svg"
        alt="In the game, open your profile: the user id stands under your name, the zone or server in brackets after it."
        width={400}
        height={240}
      />
      <p className="t2 sm help-text">
        Open your profile in the game. The user id stands under your name, the zone or server in brackets
        after it. Copy both and paste them into the first field: they find their places.
      </p>
    </Dialog>
  )
}
