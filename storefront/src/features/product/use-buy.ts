import { isSameBody } from '@jhatpat/shared/browser/intents/stored-intents.ts'
import { type IntentState, useIntent } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { keys } from '../../lib/known.ts'
import { orderScope, useOrderKeys } from '../../lib/order-keys.ts'
import type { Unpaid } from '../../lib/unpaid.ts'
import { useNavigateTo } from '../../lib/use-navigate-to.ts'
import { texts } from './texts.ts'
import { useOrderError } from './use-order-error.ts'
import { clearCatalogueCache } from './use-product.ts'
import { type OrderDraft, type Placed, useSendOrder } from './use-send-order.ts'

/** The result of an order whose input has changed since the tap. */
export type EarlierOrder = ({ kind: 'placed' } & Placed) | { kind: 'refused'; about: string; text: string }

/** A similar order that the server has found, and the request that it refused because of it. */
export type Question = {
  draft: OrderDraft
  about: string
  /** When it was placed, and if it is unpaid, until when it can be paid: ISO 8601 UTC. */
  first: { id: string; href: string; status: string; orderedAt: string; payBefore: string | undefined }
}

type BuyOptions = {
  /** The customer's id; undefined until the page knows whether an order matches the current input. */
  userid: string | undefined
  /** The order that BUY NOW would place. */
  draft: OrderDraft | undefined
  /** The price differs from the price seen: `now` in rupees. */
  onNewPrice(draft: OrderDraft, now: number): void
}

export type Buy = IntentState<OrderDraft> & {
  earlier: EarlierOrder | undefined
  question: Question | undefined
  /** The customer confirms another order. */
  orderAgain(): void
  /** The customer declines. */
  dropQuestion(): void
}

/** Places the order once, however often it is tapped and whatever the network does, and follows its reply. */
export function useBuy({ userid, draft: current, onNewPrice }: BuyOptions): Buy {
  const { store, queries } = useServices()
  const [earlier, setEarlier] = useState<EarlierOrder>()
  const [question, setQuestion] = useState<Question>()
  const send = useSendOrder()
  const go = useNavigateTo()
  const showError = useOrderError()

  /** @returns whether it navigates or updates by itself: to the new price, or to a top-up */
  const followRefusal = (refusal: ApiError, body: OrderDraft): boolean => {
    if (refusal.code === 'price_changed') {
      onNewPrice(body, Number(refusal.reply.price))
      return true
    }
    if (refusal.status !== 402 || !refusal.reply.redirect_url) return false
    const unpaid: Unpaid = { productId: body.product_id, price: body.expectedPrice }
    go(refusal.reply.redirect_url, { state: unpaid })
    return true
  }
  const button = useIntent<OrderDraft, Placed>({
    scope: userid && orderScope(userid),
    choice: choiceOf(current),
    send,
    keys: useOrderKeys(),
    onAnswer: (placed, { body }, isPresent) => {
      if (body.paymentmode === 'wallet') queries.invalidateQueries({ queryKey: ['balance', body.userid] })
      if (isPresent && isSameOrder(body, current)) {
        go(placed.next)
        return 'leaves'
      }
      if (isPresent) setEarlier({ kind: 'placed', ...placed })
      else
        pushToast(store, {
          kind: 'ok',
          title: t('Your order {id}', { id: groupId(placed.id) }),
          text: t('went through.'),
        })
      return undefined
    },
    onRefusal: (error, { body, about }, isPresent) => {
      const refusal = error instanceof ApiError ? error : undefined
      if (refusal?.code === 'upi_paused') void queries.invalidateQueries({ queryKey: keys.delays })
      if (!isPresent || refusal?.status === 401) return showError(error)
      if (!isSameOrder(body, current)) {
        return setEarlier({ kind: 'refused', about, text: refusal?.message ?? texts.networkFailure })
      }
      const first = firstOf(refusal)
      if (first) return setQuestion({ draft: body, about, first })
      if (refusal && followRefusal(refusal, body)) return
      // Refetched, so that an item that is no longer available is shown as such.
      clearCatalogueCache(queries, body.product_id)
      showError(error)
    },
    onNoAnswer: showError,
  })
  return {
    ...button,
    submit: (draft, about) => {
      setEarlier(undefined)
      button.submit(draft, about)
    },
    earlier,
    question,
    orderAgain: () => {
      if (!question) return
      setQuestion(undefined)
      button.submit({ ...question.draft, orderAgain: question.first.id }, question.about)
    },
    dropQuestion: () => setQuestion(undefined),
  }
}

/** The earlier order that a refusal asks about. */
function firstOf(refusal: ApiError | undefined): Question['first'] | undefined {
  if (refusal?.code !== 'ordered_already') return undefined
  const { orderid = '', redirect_url = '', status = '', orderedAt = '', payBefore } = refusal.reply
  return { id: orderid, href: redirect_url, status, orderedAt, payBefore }
}

/** All that makes it another order for the customer, without the price. */
const choiceOf = (draft: OrderDraft | undefined): string =>
  draft ? JSON.stringify({ ...draft, expectedPrice: 0 }) : ''

/** The same for the customer, whatever the price on the button. */
function isSameOrder(placed: OrderDraft, draft: OrderDraft | undefined): boolean {
  const { orderAgain: _, ...once } = placed
  return isSameBody(once, draft && { ...draft, expectedPrice: placed.expectedPrice })
}
