import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUpiPaused } from '../../lib/delays/use-known-delays.ts'
import { mayBuy, needsCheck, priceFor } from './buy-rules.ts'
import { letsBuy } from './check-answer.ts'
import { type Draft, loadDraft, type PaymentMethod, saveDraft } from './draft.ts'
import { isSellable } from './in-stock.ts'
import { hasInputErrors } from './input-errors.ts'
import { focusMissing, type MissingField, missingFields, missingFieldsText } from './missing-fields.ts'
import { texts } from './texts.ts'
import { useAgain } from './use-again.ts'
import { useBuy } from './use-buy.ts'
import { useIdCheck } from './use-id-check.ts'
import { usePriceChange } from './use-price-change.ts'
import type { OrderDraft } from './use-send-order.ts'
import { useStockChange } from './use-stock-change.ts'

type Inputs = Pick<Draft, 'input1' | 'input2'>
type PurchasePanelState = {
  productId: string
  product: Product | undefined
  items: readonly Item[] | undefined
  user: BrowserUser | null
}

/** The input of a product's page, and its actions. */
export function usePurchasePanel({ productId, product, items, user }: PurchasePanelState) {
  const { store } = useServices()
  const { draft, filled, change } = useDraft(productId, product?._id)
  const [highlighted, setHighlighted] = useState(false)
  const idCheck = useIdCheck()
  const item = sellable(items, product, draft.itemId)
  const stockChange = useStockChange({ product, items, itemId: draft.itemId, role: user?.role })
  const { expectedPrice, ...priceChange } = usePriceChange({ productId, item, role: user?.role })
  const price = item ? priceFor(item, user?.role) : 0
  const order = product && user && item ? orderOf(filled, { product, user, item, expectedPrice }) : undefined
  const buying = useBuy({
    userid: product && items ? user?.userid : undefined,
    draft: order,
    onNewPrice: ({ itemid, expectedPrice }, now) =>
      priceChange.applyNewPrice({ itemid, was: expectedPrice, now }),
  })

  const changeInputs = (inputs: Inputs) => {
    change(inputs)
    idCheck.reset()
  }
  const check = ({ itemId, input1, input2 }: Draft) => {
    const checkedItem = sellable(items, product, itemId) ?? items?.[0]
    if (!product || !checkedItem || !needsCheck(product)) return
    if (hasInputErrors({ input1, input2 }, product.inputs)) return
    idCheck.check({
      userid: input1.trim(),
      zoneid: input2.trim(),
      selectedProduct: product._id,
      selectedItem: checkedItem.itemid,
    })
  }
  useStoredPlayer({ draft, isReady: product !== undefined && items !== undefined, check })
  useAgain({
    product,
    items,
    userid: user?.userid,
    onOrder: (earlier) => {
      change(earlier)
      check(earlier)
    },
  })
  const missing = product
    ? missingFields({ draft, hasItem: item !== undefined, product, idState: idCheck.state })
    : []
  // Complete: later changes count as missing only after another tap on BUY NOW.
  if (highlighted && product && missing.length === 0) setHighlighted(false)
  const buy = () => {
    const isAccepted = product !== undefined && !hasInputErrors(draft, product.inputs)
    if (!isAccepted || !order || !item || !mayBuy(draft, product, letsBuy(idCheck.state))) {
      setHighlighted(true)
      pushToast(store, { kind: 'form', title: t(texts.incomplete), text: nextFields(missing) })
      if (missing[0]) focusMissing(missing[0].part)
      return
    }
    priceChange.accept()
    buying.submit(order, item.name)
  }
  return {
    draft,
    chosen: item && { item, price, change: priceChange.change },
    stockChange,
    idState: idCheck.state,
    /** The fields missing at the tap on BUY NOW, until they are filled in. */
    missing: highlighted ? missing : [],
    buying,
    chooseItem: (itemId: string) => change({ itemId }),
    chooseMethod: (method: PaymentMethod) => change({ method }),
    changeInputs,
    check: () => check(draft),
    buy,
  }
}

/** On a phone the fields may be out of view: the toast names them, too. */
const nextFields = (missing: readonly MissingField[]): string =>
  missing.length > 0 ? t('Add to continue: {list}', { list: missingFieldsText(missing) }) : ''

type Chosen = { product: Product; user: BrowserUser; item: Item; expectedPrice: number }

/**
 * The order of the current input; undefined without a payment method. UPI that was paused after the tap stays
 * in it: the answer still leads to the payment.
 */
function orderOf(draft: Draft, { product, user, item, expectedPrice }: Chosen): OrderDraft | undefined {
  if (!draft.method) return undefined
  return {
    itemid: item.itemid,
    product_id: product._id,
    userid: user.userid,
    input1: draft.input1.trim(),
    input2: draft.input2.trim(),
    paymentmode: draft.method,
    expectedPrice,
  }
}

/** The chosen item, if it can still be bought. */
function sellable(
  items: readonly Item[] | undefined,
  product: Product | undefined,
  id: string | undefined,
): Item | undefined {
  const item = items?.find(({ _id }) => _id === id)
  return isSellable(item, product) ? item : undefined
}

type DraftState = {
  /** The draft as it can be bought: UPI is removed while it is paused, and restored afterwards. */
  draft: Draft
  filled: Draft
  change: (part: Partial<Draft>) => void
}

/**
 * The draft of one product and how to change it; every change is stored for this tab. `alias` is the
 * product's other id, under which its page can be opened too.
 */
function useDraft(productId: string, alias = productId): DraftState {
  const [filled, setFilled] = useState(() => loadDraft(productId))
  const isWithout = useUpiPaused() && filled.method === 'upi'
  const change = (part: Partial<Draft>) => {
    setFilled((before) => {
      const after = { ...before, ...part }
      for (const id of new Set([productId, alias])) saveDraft(id, after)
      return after
    })
  }
  return { draft: isWithout ? { ...filled, method: undefined } : filled, filled, change }
}

type StoredPlayer = {
  draft: Draft
  /** Product and items have loaded, so that ids can be checked. */
  isReady: boolean
  check: (draft: Draft) => void
}

/** Checks the stored ids once after the page has opened: after a login, a reload, Back or "Change payment method". */
function useStoredPlayer({ draft, isReady, check }: StoredPlayer): void {
  const opened = useRef(draft)
  const checkStored = useEffectEvent(() => {
    const { input1, input2 } = opened.current
    const isUntouched = draft.input1 === input1 && draft.input2 === input2
    if (isUntouched && input1.trim() !== '' && input2.trim() !== '') check(draft)
  })
  useEffect(() => {
    if (isReady) checkStored()
  }, [isReady])
}
