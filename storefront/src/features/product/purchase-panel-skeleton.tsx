import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { ItemsSkeleton } from './items-skeleton.tsx'
import { texts } from './texts.ts'

/** The purchase panel before its code has loaded: every box, and BUY NOW, at its final place. */
export function PurchasePanelSkeleton({ signedIn }: { signedIn: boolean }) {
  const buy = t(signedIn ? texts.buy : texts.loginFirst)
  const buttonClass = `btn btn-lg ${signedIn ? 'btn-accent' : 'btn-line'}`
  return (
    <div className="buy" aria-busy="true">
      <section className="pick">
        <div className="sec-h">
          <h2 className="d3">{t('Choose an item')}</h2>
        </div>
        <div className="tabs">
          <span className="tab" />
        </div>
        <ItemsSkeleton />
      </section>
      <div className="side-buy">
        <section className="panel stack stack-4">
          <div className="row between">
            <h2 className="d3">{t('Order Information')}</h2>
            <span className="btn btn-icon btn-quiet help" />
          </div>
          <div className="ids">
            <Skeleton height={80} />
            <Skeleton height={80} />
          </div>
          <div className="player" />
        </section>
        <section className="receipt-card">
          <div className="stack">
            <h2 className="d3">{t('Payment method')}</h2>
            <div className="choices">
              <Choice name="UPI" detail={t('Google Pay, PhonePe, Paytm, any UPI app')} />
              <Choice name={t('Wallet')} detail={t('Paid instantly from your balance')} />
            </div>
          </div>
          <div className="tear-line" />
          <div className="stack stack-4">
            <dl className="key-values">
              <Line name={t('Item')} />
              <Line name={t('For')} />
            </dl>
            <div className="row between tot">
              <span className="b">{t('Total')}</span>
              <span className="money">₹0</span>
            </div>
            <span className={`${buttonClass} btn-block buy-button`}>{buy}</span>
            <p className="hint centre">{t('Track every step on your order page')}</p>
          </div>
        </section>
      </div>
      <div className="dock">
        <span className="grow">
          <span className="xs t2 cut line">{t('Choose an item')}</span>
          <span className="money">₹0</span>
        </span>
        <span className={buttonClass}>{buy}</span>
      </div>
    </div>
  )
}

function Choice({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="choice">
      <span className="dot" />
      <span className="grow">
        <span className="b">{name}</span>
        <span className="xs t2 choice-d">{detail}</span>
      </span>
    </span>
  )
}

function Line({ name }: { name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>–</dd>
    </div>
  )
}
