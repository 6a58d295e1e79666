import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { LateDeliveryOffer, LateOfferOption } from '@jhatpat/shared/contracts/late-offer.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { rupeesText } from './order-status-text.ts'
import { useOrderCache } from './use-order.ts'

type LateOfferProps = { order: Order; offer: LateDeliveryOffer }

/** A late order: wait for it, or take a refund. Its text on the money states what the server will do. */
export default function LateOffer({ order, offer }: LateOfferProps) {
  const { choose, sending, refusal } = useChoice(order)
  const sum = rupeesText(offer.refund)
  return (
    <section aria-label={t('Your choice')} className="stack stack-3">
      {offer.chosen?.choice === 'refund' ? (
        <InlineMessage kind="info" title={t('You requested a refund')}>
          {laterText(offer, sum)}
        </InlineMessage>
      ) : offer.chosen ? (
        <div className="row between wrap">
          <p className="t2 sm">
            {offer.points > 0
              ? t('You chose to wait. You’ll earn up to {points} points on delivery.', {
                  points: pointsOf(offer),
                })
              : t('You chose to wait.')}{' '}
            {t('Changed your mind?')}
          </p>
          <Button busy={sending === 'refund'} onClick={() => choose('refund')}>
            {refundTitle(offer, sum)}
          </Button>
        </div>
      ) : (
        <>
          <h2 className="d3">{t('Your choice')}</h2>
          <div className="two">
            <Option
              picture="points"
              title={t('Keep waiting')}
              text={waitText(offer)}
              go={t('Keep waiting')}
              isOff={sending !== undefined}
              onChoose={() => choose('wait')}
            />
            <Option
              picture="wallet-coin"
              title={refundTitle(offer, sum)}
              text={
                offer.waitingFor
                  ? laterText(offer, sum)
                  : t('Added to your wallet instantly. The order is closed.')
              }
              go={t('Refund to wallet')}
              isOff={sending !== undefined}
              onChoose={() => choose('refund')}
            />
          </div>
        </>
      )}
      {refusal && (
        <InlineMessage kind="bad" role="alert" title={plainText(refusal.text)}>
          {refusal.after === 'as_before' && t('Nothing has changed.')}
          {refusal.after === 'no_answer' && t('No response. Choose again, it won’t happen twice.')}
        </InlineMessage>
      )}
    </section>
  )
}

const pointsOf = ({ points }: LateDeliveryOffer) => points.toFixed(2)

const waitText = (offer: LateDeliveryOffer) =>
  offer.points > 0
    ? t(
        'We’re still working on it. You’ll earn up to {points} points on delivery. You can change your mind later.',
        {
          points: pointsOf(offer),
        },
      )
    : t('We’re still working on it. You can change your mind later.')

const refundTitle = ({ waitingFor }: LateDeliveryOffer, sum: string) =>
  waitingFor ? t('Refund {sum} if it isn’t delivered', { sum }) : t('Refund {sum} now', { sum })

function laterText({ waitingFor }: LateDeliveryOffer, sum: string): string {
  if (waitingFor === 'admin') {
    return t(
      'Our team is working on it right now. If it isn’t delivered, {sum} will be refunded to your wallet.',
      {
        sum,
      },
    )
  }
  return t(
    'It’s with the supplier. As soon as it’s confirmed as not delivered, {sum} is refunded to your wallet.',
    {
      sum,
    },
  )
}

type OptionProps = {
  picture: 'points' | 'wallet-coin'
  title: string
  text: string
  go: string
  isOff: boolean
  onChoose: () => void
}

function Option({ picture, title, text, go, isOff, onChoose }: OptionProps) {
  return (
    <button type="button" className="opt" disabled={isOff} onClick={onChoose}>
      <img src={`/art/items/${picture}.svg`} alt="" width={48} height={48} />
      <span className="d4">{title}</span>
      <span className="sm t2">{text}</span>
      <span className="go">
        {go} <Icon name="chevron-right" size="sm" />
      </span>
    </button>
  )
}

/**
 * `after`: what is certain about a choice that was not accepted: nothing changed, no answer came, or the
 * message says it.
 */
export type Refusal = { text: string; after: 'as_before' | 'no_answer' | 'told' }

/** Sends the choice of a late order's customer. Repeated sending has one effect. */
export function useChoice({ client_txn_id }: Order) {
  const call = useCall()
  const show = useOrderCache()
  const [sending, setSending] = useState<LateOfferOption>()
  const [refusal, setRefusal] = useState<Refusal>()

  const choose = async (choice: LateOfferOption) => {
    if (sending) return
    setSending(choice)
    setRefusal(undefined)
    try {
      show(await call('chooseLateOffer', { params: { client_txn_id }, body: { choice } }))
    } catch (error) {
      setRefusal(refusalOf(error))
    }
    setSending(undefined)
  }
  return { choose, sending, refusal }
}

function refusalOf(error: unknown): Refusal {
  const text = error instanceof Error ? error.message : String(error)
  if (outcomeOf(error) !== 'refused') return { text, after: 'no_answer' }
  return { text, after: error instanceof ApiError && error.code === 'offer_closed' ? 'told' : 'as_before' }
}
