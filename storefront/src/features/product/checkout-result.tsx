import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useEffectEvent } from 'react'
import { IntentStatus, type IntentTexts } from '../../lib/intent-status.tsx'
import type { PaymentMethod } from './draft.ts'
import { isOutcomeUnknown } from './unknown-outcome-card.tsx'
import type { Buy, EarlierOrder } from './use-buy.ts'
import type { PriceChange } from './use-price-change.ts'

type CheckoutResultProps = {
  buying: Buy
  method: PaymentMethod | undefined
  priceChange: PriceChange | undefined
}

/** Under BUY NOW: the result of the tap. */
export function CheckoutResult({ buying, method, priceChange }: CheckoutResultProps) {
  const { earlier } = buying
  if (isOutcomeUnknown(buying.progress)) return null
  return (
    <IntentStatus button={buying} texts={method === 'wallet' ? walletTexts : upiTexts}>
      {priceChange && <NewPrice key={priceChange.now} {...priceChange} />}
      {earlier && <Earlier order={earlier} />}
    </IntentStatus>
  )
}

const upiTexts: IntentTexts = {
  object: 'order',
  offline: 'You’re offline. No order was placed.',
  slow: 'Opening payment…',
  list: { name: 'My Orders', href: '/orders' },
}
const walletTexts: IntentTexts = { ...upiTexts, slow: 'Placing your order…' }

/** A tap this soon after a price change, in ms, was meant for the old price. */
const readMs = 1_000

function NewPrice({ was, now, onRead }: PriceChange) {
  const notifyRead = useEffectEvent(onRead)
  useEffect(() => {
    const timer = setTimeout(() => notifyRead(), readMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <InlineMessage
      kind="warn"
      icon="circle-alert"
      title={rich('The price is now {price}.', { price: <Money rupees={now} /> })}
    >
      {rich(
        'Earlier {price}. No order was placed and no money was taken. Tap BUY NOW to buy at the new price.',
        { price: <Money rupees={was} /> },
      )}
    </InlineMessage>
  )
}

function Earlier({ order }: { order: EarlierOrder }) {
  if (order.kind === 'refused') {
    return (
      <InlineMessage
        kind="info"
        title={t('Your earlier order for {item} wasn’t placed.', { item: order.about })}
      >
        {t('{reason} Tap BUY NOW to order the item selected here.', { reason: plainText(order.text) })}
      </InlineMessage>
    )
  }
  return (
    <InlineMessage kind="ok" title={t('Order {id} was already placed.', { id: groupId(order.id) })}>
      {t(
        order.unpaid
          ? 'It is waiting for your payment. This new order is not placed yet. Tap BUY NOW to place it too.'
          : 'This new order is not placed yet. Tap BUY NOW to place it too.',
      )}
      <span className="row wrap">
        <ButtonLink href={order.next}>{t(order.unpaid ? 'Pay now' : 'View order')}</ButtonLink>
      </span>
    </InlineMessage>
  )
}
