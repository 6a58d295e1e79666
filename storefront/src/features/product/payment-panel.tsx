import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { KeyValues, ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { ReactNode } from 'react'
import { topUpPath } from '../../lib/addresses-of-orders.ts'
import { useUpiPaused } from '../../lib/delays/use-known-delays.ts'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'
import { missingAmount } from '../../lib/missing-amount.ts'
import type { Draft, PaymentMethod } from './draft.ts'
import { missingMark } from './missing-fields.ts'
import { Price } from './price.tsx'
import { recipient } from './recipient.ts'

type Chosen = {
  name: string
  price: number
  /** The price before it changed while the page was open. */
  previousPrice: number | undefined
  points: number | undefined
  /** What customers pay, for a reseller who pays less. */
  customerPrice: number | undefined
  p90Seconds: number | undefined
}

type PaymentPanelProps = {
  draft: Draft
  /**
   * The chosen item: name, price in rupees, reward points it earns, and in how many seconds nine of ten
   * arrive.
   */
  chosen: Chosen | undefined
  username: string | undefined
  /** Rupees in the wallet; undefined while unknown or signed out. */
  balance: number | undefined
  missing: boolean
  productId: string
  onMethod: (method: PaymentMethod) => void
  buyButton: ReactNode
  /** The result of a tap on it. */
  result: ReactNode
}

const pausedText = (short: number) =>
  short > 0
    ? t('UPI and wallet top-ups are paused right now')
    : t('UPI is paused right now. Pay from your wallet.')

/** The receipt card: payment method, item, and total. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { draft, chosen, username, balance, missing, productId, onMethod, buyButton, result } = props
  const short = missingAmount(balance, chosen?.price)
  const isUpiPaused = useUpiPaused()
  const isBelowCustomers =
    chosen?.customerPrice !== undefined &&
    chosen.previousPrice === undefined &&
    chosen.customerPrice > chosen.price
  return (
    <ReceiptCard aria-labelledby="payment-method" className={missing ? 'missing' : ''}>
      <div className="stack" {...missingMark('method')}>
        <h2 className="d3" id="payment-method">
          {t('Payment method')}
        </h2>
        <div className="pay-by">
          <ChoiceGroup
            label={t('Payment method')}
            value={draft.method}
            onChange={onMethod}
            options={[
              {
                value: 'upi',
                label: 'UPI',
                detail: isUpiPaused ? pausedText(short) : t('Google Pay, PhonePe, Paytm, any UPI app'),
                disabled: isUpiPaused,
                icon: 'smartphone',
              },
              {
                value: 'wallet',
                label: t('Wallet'),
                detail: <WalletTransactionRow balance={balance} price={chosen?.price} short={short} />,
                icon: 'wallet',
              },
            ]}
          />
          {short > 0 && !isUpiPaused && (
            <AppLink className="link short-up" href={topUpPath(short, productId)}>
              {t('Top up')}
              <span className="visually-hidden">
                {t(' {sum} for this order', { sum: formatRupees(short) })}
              </span>
            </AppLink>
          )}
        </div>
        {missing && (
          <Hint tone="bad" icon="circle-alert">
            {t('Not selected')}
          </Hint>
        )}
      </div>
      <TearLine />
      <div className="stack stack-4">
        <KeyValues
          rows={[
            [
              t('Item'),
              chosen ? (
                <span key="item" lang="en">
                  {chosen.name}
                </span>
              ) : (
                '–'
              ),
            ],
            [t('For'), recipient(draft, username)],
          ]}
        />
        <div className="row between tot">
          <span className="b">{t('Total')}</span>
          <span className="row">
            {isBelowCustomers && (
              <s className="previous-price">
                <span className="visually-hidden">{t('Customers pay ')}</span>
                <Money rupees={chosen.customerPrice ?? 0} />
              </s>
            )}
            <Price rupees={chosen?.price ?? 0} previous={chosen?.previousPrice} />
          </span>
        </div>
        {isBelowCustomers && (
          <Hint icon="user-check">
            {t('Your reseller price, {sum} less.', {
              sum: formatRupees((chosen.customerPrice ?? 0) - chosen.price),
            })}
          </Hint>
        )}
        {buyButton}
        {result}
        <PointsSkeleton points={chosen?.points} />
        <Hint icon={chosen?.p90Seconds ? 'zap' : 'receipt-text'} className="centre">
          {chosen?.p90Seconds
            ? t('9 of 10 recent orders were delivered within {most}', {
                most: deliveryTimeText(chosen.p90Seconds),
              })
            : t('Track every step on your order page')}
        </Hint>
      </div>
    </ReceiptCard>
  )
}

type WalletLineProps = { balance: number | undefined; price: number | undefined; short: number }

/** The wallet balance after paying from it. Rupees. */
function WalletTransactionRow({ balance, price, short }: WalletLineProps) {
  if (balance === undefined) return t('Paid instantly from your balance')
  if (short > 0) return <span className="num short">{t('Add {sum} more', { sum: formatRupees(short) })}</span>
  const sum = rupeesText(balance)
  return (
    <span className="num balance-after">
      {price === undefined
        ? t('Balance {sum}', { sum })
        : withoutLeadingDot(
            t('Balance {sum} · {rest} after this order', { sum, rest: rupeesText(balance - price) }),
          )}
    </span>
  )
}

/** On two lines, the dot ends the first one. */
const withoutLeadingDot = (text: string) => text.replace(' ·', '\u00a0·')

const rupeesText = (rupees: number) => formatRupees(Math.round(rupees * 100) / 100, { exact: true })

/** The points that an order of the chosen item earns. */
function PointsSkeleton({ points }: { points: number | undefined }) {
  if (!points) return null
  return (
    <p className="earn centre">
      <img src="/art/items/points.svg" alt="" width={22} height={22} />
      {t('Earn {points} points on delivery', { points: points.toFixed(2) })}
    </p>
  )
}
