import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { TapNote, type TapWords } from '../../lib/tap-note.tsx'
import type { PaymentMethod } from './draft.ts'
import type { Buy, EarlierOrder } from './use-buy.ts'
import type { PriceChange } from './use-price-change.ts'

type BuyNewsProps = { buying: Buy; method: PaymentMethod | undefined; priceChange: PriceChange | undefined }

/** Under BUY NOW: what became of the tap. */
export function BuyNews({ buying, method, priceChange }: BuyNewsProps) {
  const { earlier } = buying
  return (
    <TapNote button={buying} words={method === 'wallet' ? walletWords : upiWords}>
      {priceChange && <NewPrice {...priceChange} />}
      {earlier && <Earlier order={earlier} />}
    </TapNote>
  )
}

const upiWords: TapWords = {
  what: 'order',
  slow: 'Waiting for the payment provider…',
  list: { name: 'My Orders', href: '/orders' },
}
const walletWords: TapWords = { ...upiWords, slow: 'Still placing your order…' }

function NewPrice({ was, now }: PriceChange) {
  return (
    <Note
      kind="warn"
      icon="circle-alert"
      title={
        <>
          The price is now <Money rupees={now} />.
        </>
      }
    >
      It was <Money rupees={was} /> when you tapped. Nothing was ordered and no money moved; tap BUY NOW to
      order at the new price.
    </Note>
  )
}

function Earlier({ order }: { order: EarlierOrder }) {
  if (order.kind === 'refused') {
    return (
      <Note kind="info" title={`Your earlier order of ${order.about} did not go through.`}>
        {order.text} Tap BUY NOW for the one that is filled in here.
      </Note>
    )
  }
  return (
    <Note kind="ok" title={`Your earlier order ${groupId(order.id)} went through.`}>
      {order.unpaid ? 'It waits for your payment. ' : ''}The one that is filled in here was not sent: BUY NOW
      places it too.
      <span className="row wrap">
        <ButtonLink href={order.next}>{order.unpaid ? 'Pay for it' : 'See it'}</ButtonLink>
      </span>
    </Note>
  )
}
