import type { UnknownOutcomeActions } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useOnline } from '@jhatpat/shared/ui/use-online.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useNavigateTo } from '../../lib/use-navigate-to.ts'
import type { Buy } from './use-buy.ts'

type Progress = Buy['progress']
type UnknownOutcomeState = 'unanswered' | 'checking' | 'found' | 'missing' | 'stopping' | 'stopped'
export type UnknownOutcome = Extract<Progress, { state: UnknownOutcomeState }>

const unknownOutcomeStates: ReadonlySet<string> = new Set<UnknownOutcomeState>([
  ...(['unanswered', 'checking', 'found', 'missing', 'stopping', 'stopped'] as const),
])

/** Whether an order's outcome is unknown or has just been found. This card replaces BUY NOW then. */
export const isOutcomeUnknown = (progress: Progress): progress is UnknownOutcome =>
  unknownOutcomeStates.has(progress.state)

type UnknownOutcomeProps = {
  progress: UnknownOutcome
  unknownOutcome: UnknownOutcomeActions
  /** Rupees in the wallet; undefined while unknown. */
  balance: number | undefined
  /** Price of the current input in rupees; undefined while it is incomplete. */
  price: number | undefined
  onBuy: () => void
}

/** Replaces BUY NOW: the state of an order whose answer was lost, and the customer's actions. */
export function UnknownOutcomeCard(props: UnknownOutcomeProps) {
  const { progress, unknownOutcome } = props
  const isOnline = useOnline()
  switch (progress.state) {
    case 'checking':
      return (
        <Ask
          icon="clock"
          tone="wait-t"
          title={t('Checking your order')}
          text={t('This takes a few seconds.')}
        >
          <Button busy busyText={t('Checking')}>
            {t('Check')}
          </Button>
        </Ask>
      )
    case 'found':
      return <Found order={progress.order} opens={progress.opens} />
    case 'missing':
      return <Missing {...props} reason={progress.reason} />
    case 'stopping':
      return (
        <Ask
          icon="clock"
          tone="wait-t"
          title={t('“Don’t order” is saved on this device')}
          text={t('We send it when you’re back online. If the order was already placed, it appears here.')}
        >
          <Button onClick={unknownOutcome.undoStop}>{t('Undo')}</Button>
        </Ask>
      )
    case 'stopped':
      return (
        <Ask
          icon="ban"
          tone="t2"
          title={t('Nothing will be ordered')}
          text={`${t('No order was placed. A late request will be rejected.')}${walletText(props.balance)}`}
        >
          <Button onClick={unknownOutcome.dismiss}>{t('Back to items')}</Button>
        </Ask>
      )
    default:
      return isOnline ? <Unknown {...props} /> : <Offline unknownOutcome={unknownOutcome} />
  }
}

function Unknown({ progress: { intent }, unknownOutcome }: UnknownOutcomeProps) {
  return (
    <Ask
      icon="circle-help"
      tone="wait-t"
      title={t('We don’t know yet if your order for {item} was placed', { item: intent.about })}
      text={t('The connection dropped at {time}, just after BUY NOW. Checking won’t place a second order.', {
        time: clockTime(intent.at),
      })}
    >
      <Button variant="accent" onClick={unknownOutcome.check}>
        {t('Check')}
      </Button>
      <Button onClick={unknownOutcome.stop}>{t('Don’t order')}</Button>
    </Ask>
  )
}

function Offline({ unknownOutcome }: { unknownOutcome: UnknownOutcomeActions }) {
  const checkAgain = useEffectEvent(unknownOutcome.check)
  useEffect(() => {
    const wake = () => checkAgain()
    addEventListener('online', wake)
    return () => removeEventListener('online', wake)
  }, [])
  return (
    <Ask
      icon="wifi-off"
      tone="wait-t"
      title={t('You’re still offline')}
      text={t('We’ll check automatically when you’re back online. “Don’t order” is sent first.')}
    >
      <Button onClick={unknownOutcome.check}>{t('Check')}</Button>
      <Button onClick={unknownOutcome.stop}>{t('Don’t order')}</Button>
    </Ask>
  )
}

type Order = Extract<Progress, { state: 'found' }>['order']

/** Time to read the outcome before the order's page opens, in ms. */
const opensAfterMs = 3_000

function Found({ order: { orderid, orderedAt, redirect_url }, opens }: { order: Order; opens: boolean }) {
  const go = useNavigateTo()
  const open = useEffectEvent(() => go(redirect_url))
  useEffect(() => {
    if (!opens) return
    const timer = setTimeout(() => open(), opensAfterMs)
    return () => clearTimeout(timer)
  }, [opens])
  const places = { id: groupId(orderid), time: clockTime(orderedAt) }
  return (
    <Ask
      icon="circle-check"
      tone="up"
      title={t('Order placed')}
      text={
        opens
          ? t('Order {id} was placed once, at {time}. Opening it in 3 seconds…', places)
          : t('Order {id} was placed once, at {time}.', places)
      }
    >
      <ButtonLink variant="accent" href={redirect_url}>
        {t('View order')}
      </ButtonLink>
    </Ask>
  )
}

function Missing({
  unknownOutcome,
  balance,
  price,
  onBuy,
  reason,
}: UnknownOutcomeProps & { reason: string | undefined }) {
  const sum = price === undefined ? undefined : formatRupees(price)
  return (
    <Ask
      icon="circle-x"
      tone="down"
      title={t('Order not placed')}
      text={`${reason ? `${plainText(reason)} ` : ''}${t('There is no order. Your selection is saved.')}${walletText(balance)}`}
    >
      {sum !== undefined && (
        <Button variant="accent" onClick={onBuy}>
          {t('Order for {sum}', { sum })}
        </Button>
      )}
      <Button onClick={unknownOutcome.dismiss}>{t('Not now')}</Button>
    </Ask>
  )
}

const walletText = (balance: number | undefined): string =>
  balance === undefined
    ? ''
    : ` ${t('Your wallet has {sum}.', { sum: formatRupees(balance, { exact: true }) })}`

type AskProps = { icon: IconName; tone: string; title: string; text: string; children: ReactNode }

function Ask({ icon, tone, title, text, children }: AskProps) {
  return (
    <div className="ask fix" role="status">
      <div className="ask-h">
        <span className={tone}>
          <Icon name={icon} />
        </span>
        <span>
          <b>{title}</b>
          <span className="t2">{text}</span>
        </span>
      </div>
      <div className="ask-actions">{children}</div>
    </div>
  )
}
