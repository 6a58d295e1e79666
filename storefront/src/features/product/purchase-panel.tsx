import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { Item, ItemDeliveryTime, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'
import { useBalance } from '../../lib/use-balance.ts'
import { useGoToLogin } from '../../lib/use-navigate-to.ts'
import { CheckoutResult } from './checkout-result.tsx'
import { isSoldOut } from './in-stock.ts'
import { ItemPicker } from './item-picker.tsx'
import { type MissingField, type MissingFieldName, missingFieldsText } from './missing-fields.ts'
import { OrderForm } from './order-form.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { Price } from './price.tsx'
import { recipient } from './recipient.ts'
import { StockMessage } from './stock-message.tsx'
import { texts } from './texts.ts'
import { isOutcomeUnknown, UnknownOutcomeCard } from './unknown-outcome-card.tsx'
import type { Buy } from './use-buy.ts'
import type { PriceChange } from './use-price-change.ts'
import { usePurchasePanel } from './use-purchase-panel.ts'
import type { StockChange } from './use-stock-change.ts'

const SoldOut = lazyComponent(() => import('./sold-out.tsx'))
const OrderedAlready = lazyComponent(() => import('./ordered-already.tsx'))

type PurchasePanelProps = {
  productId: string
  product: Product | undefined
  items: readonly Item[] | undefined
  failed: boolean
  onRetry: () => void
  user: BrowserUser | null
  onHelp: () => void
}

const busyWith: Partial<Record<Buy['progress']['state'], 'placing' | 'opening'>> = {
  sending: 'placing',
  leaving: 'opening',
}

/** Item, account, payment, BUY NOW. All of it is present from the initial render; the data fills it in. */
export default function PurchasePanel(props: PurchasePanelProps) {
  const { productId, product, items, failed, onRetry, user, onHelp } = props
  const panel = usePurchasePanel({ productId, product, items, user })
  const goToLogin = useGoToLogin()
  const balance = useBalance()
  const { draft, chosen, idState, missing } = panel
  const username = idState.state === 'verified' ? idState.username : undefined
  const lacks = (part: MissingFieldName) => missing.some((gap) => gap.part === part)

  const { progress, unknownOutcome } = panel.buying
  const isUnknown = isOutcomeUnknown(progress)
  const isFailed = failed && !items
  // An order whose outcome is unknown needs its card, also when it was for the last pack.
  const canBuy = isUnknown || !(isFailed || isSoldOut(product, items))
  const buyButton = (block: boolean) => (
    <BuyButton
      signedIn={user !== null}
      busy={busyWith[panel.buying.progress.state]}
      block={block}
      onBuy={panel.buy}
      onLogin={() => goToLogin()}
    />
  )
  return (
    <div className="buy">
      <DeliveryTimeLine deliveryTime={chosen?.item.deliveryTime} />
      {isFailed ? (
        <InlineMessage kind="plain" icon="wifi-off" title={t('Couldn’t load items')}>
          {t('Check your connection and try again.')}{' '}
          <Button size="sm" icon="refresh-cw" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </InlineMessage>
      ) : (
        <ItemPicker
          product={product}
          items={product && items}
          role={user?.role}
          chosen={chosen?.item._id}
          onChoose={panel.chooseItem}
          missing={lacks('item')}
          message={<StockMessage change={panel.stockChange} role={user?.role} onChoose={panel.chooseItem} />}
        />
      )}
      <div className="side-buy">
        {!canBuy && !isFailed && product && (
          <Optional>
            <SoldOut product={product} />
          </Optional>
        )}
        {canBuy && (
          <>
            <OrderForm
              product={product}
              draft={draft}
              idState={idState}
              lacks={lacks}
              onChange={panel.changeInputs}
              onCheck={panel.check}
              onHelp={onHelp}
            />
            <PaymentPanel
              draft={draft}
              chosen={
                chosen && {
                  name: chosen.item.name,
                  price: chosen.price,
                  previousPrice: chosen.change?.was,
                  customerPrice: user?.role === 'reseller' ? chosen.item.discountedprice : undefined,
                  p90Seconds: chosen.item.deliveryTime?.p90Seconds,
                  points: user?.role === 'reseller' ? chosen.item.resellpoints : chosen.item.points,
                }
              }
              username={username}
              balance={user ? balance : undefined}
              missing={lacks('method')}
              productId={productId}
              onMethod={panel.chooseMethod}
              buyButton={
                isUnknown ? (
                  <UnknownOutcomeCard
                    {...{ progress, unknownOutcome, balance }}
                    price={chosen?.price}
                    onBuy={panel.buy}
                  />
                ) : (
                  buyButton(true)
                )
              }
              result={
                <>
                  <MissingFields missing={missing} />
                  <CheckoutResult buying={panel.buying} method={draft.method} priceChange={chosen?.change} />
                </>
              }
            />
          </>
        )}
      </div>
      {panel.buying.question && chosen && (
        <Optional>
          <OrderedAlready
            question={panel.buying.question}
            repeated={{
              name: chosen.item.name,
              art: chosen.item.imgpath,
              player: recipient(draft, username),
              price: chosen.price,
            }}
            onAgain={panel.buying.orderAgain}
            onClose={panel.buying.dropQuestion}
          />
        </Optional>
      )}
      {canBuy && !isUnknown && (
        <Dock chosen={chosen} stockChange={panel.stockChange}>
          {buyButton(false)}
        </Dock>
      )}
    </div>
  )
}

type DockProps = {
  chosen: { item: Item; price: number; change: PriceChange | undefined } | undefined
  stockChange: StockChange | undefined
  children: ReactNode
}

/** The choice and BUY NOW at the bottom edge of a phone. */
function Dock({ chosen, stockChange, children }: DockProps) {
  const soldOut = stockChange?.kind === 'out' ? stockChange.item : undefined
  return (
    <div className="dock">
      <span className="grow">
        <span className="xs t2 cut line">
          {!chosen && !soldOut ? (
            t('Choose an item')
          ) : (
            <span lang="en">{(chosen?.item ?? soldOut)?.name}</span>
          )}
        </span>
        {soldOut ? (
          <span className="out-of-stock sm">{t('Out of Stock')}</span>
        ) : (
          <Price rupees={chosen?.price ?? 0} previous={chosen?.change?.was} />
        )}
      </span>
      {children}
    </div>
  )
}

type BuyButtonProps = {
  signedIn: boolean
  /** The progress of the request that was tapped. */
  busy: 'placing' | 'opening' | undefined
  block?: boolean
  onBuy: () => void
  onLogin: () => void
}

const busyTexts = {
  placing: { long: 'Placing your order', short: 'Placing' },
  opening: { long: 'Opening your order…', short: 'Opening' },
} as const

export function BuyButton({ signedIn, busy, block = false, onBuy, onLogin }: BuyButtonProps) {
  const className = block ? 'buy-button' : ''
  if (!signedIn) {
    return (
      <Button variant="line" size="lg" block={block} className={className} onClick={onLogin}>
        {t(texts.loginFirst)}
      </Button>
    )
  }
  return (
    <Button
      variant="accent"
      size="lg"
      block={block}
      className={className}
      busy={busy !== undefined}
      busyText={t(busyTexts[busy ?? 'placing'][block ? 'long' : 'short'])}
      onClick={onBuy}
    >
      {t(texts.buy)}
    </Button>
  )
}

/** The element that the page's head reserves, so that its first load does not include this component. */
const deliveryTimeId = 'delivery-time'

/**
 * Next to 'Instant Delivery': the chosen item's delivery time within the last day, where that is measured.
 */
export function DeliveryTimeLine({ deliveryTime }: { deliveryTime: ItemDeliveryTime | undefined }) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  // Not before both are rendered, possibly in the same commit.
  useEffect(() => setTarget(document.getElementById(deliveryTimeId)), [])
  if (!target || !deliveryTime) return null
  const { medianSeconds, p90Seconds, orders } = deliveryTime
  return createPortal(
    <span title={t('Based on {n} orders in the last 24 hours', { n: orders })}>
      {t('Half within {half}, 9 of 10 within {most}', {
        half: deliveryTimeText(medianSeconds),
        most: deliveryTimeText(p90Seconds),
      })}
    </span>,
    target,
  )
}

/** Why BUY NOW did nothing; fields filled in meanwhile are left out. */
export function MissingFields({ missing }: { missing: readonly MissingField[] }) {
  return (
    <div className="intent-status" role="status">
      {missing.length > 0 && (
        <InlineMessage kind="warn" icon="circle-alert">
          {t('Add to continue: {list}', { list: missingFieldsText(missing) })}
        </InlineMessage>
      )}
    </div>
  )
}
