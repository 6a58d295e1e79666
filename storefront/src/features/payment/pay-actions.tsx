import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { GatewayCheck } from '@jhatpat/shared/contracts/order-state.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { unconfirmedPaymentText } from '../../lib/unconfirmed-payment-text.ts'
import { useLastApp } from './last-app.ts'
import { useCheckNow } from './use-payment.ts'
import { isPhone } from './ways-to-pay.tsx'

/** "I have paid" and its answer, and the link to another method. */
export function PayActions({ page }: { page: PaymentPage }) {
  const { asking, answer, iHavePaid } = useIHavePaid(page)
  // The app that was used last is the main button then.
  const hasMainApp = useLastApp() !== undefined && isPhone()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone it would be hidden under the bottom bar.
    if (answer) container.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <>
      <div className="pay-actions">
        <Button
          variant={hasMainApp ? 'plain' : 'accent'}
          size="lg"
          className="grow"
          busy={asking}
          busyText={t('Checking with your bank…')}
          onClick={iHavePaid}
        >
          {t('I have paid')}
        </Button>
        <ButtonLink href={page.changeUrl} variant="line" size="tall">
          {t('Change payment method')}
        </ButtonLink>
      </div>
      <div role="status" className="answer" ref={container}>
        {answer && <Hint tone={answer.tone}>{answer.text}</Hint>}
      </div>
    </>
  )
}

type Answer = { tone: 'warn' | 'bad'; text: string }

/** "I have paid", and the return from another app, only check sooner: the page polls in any case. */
function useIHavePaid(page: PaymentPage) {
  const askNow = useCheckNow(page)
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const check = async (onFailure: (error: unknown) => void) => {
    setAsking(true)
    try {
      const { isOver, gatewayCheck } = await askNow()
      if (!isOver) setAnswer({ tone: 'warn', text: answerText(formatRupees(page.amount), gatewayCheck) })
    } catch (error) {
      onFailure(error)
    } finally {
      setAsking(false)
    }
  }
  const iHavePaid = () =>
    check((error) => {
      const reason = error instanceof Error ? error.message : String(error)
      setAnswer({
        tone: 'bad',
        text: t('{reason}. No response. Try again.', {
          reason: plainText(reason).replace(/[.!।]$/, ''),
        }),
      })
    })
  // A phone that has just come back may have no network yet: the next poll asks again.
  useReturn(() => {
    if (!asking) void check(() => undefined)
  })
  return { asking, answer, iHavePaid }
}

/** Calls back when the page is shown again: after another app or tab, or from the browser's memory. */
function useReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && returned()
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && returned()
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onShow)
    }
  }, [])
}

function answerText(sum: string, gatewayCheck: GatewayCheck | undefined): string {
  if (!gatewayCheck) return unconfirmedPaymentText(sum)
  const time = clockTime(gatewayCheck.at, { seconds: true })
  return gatewayCheck.isAnswered
    ? t(
        'We haven’t received your payment yet. If {sum} was deducted from your bank account, it shows here within a few minutes. Last update from the bank: {time}.',
        { sum, time },
      )
    : t(
        'Your bank hasn’t responded yet. Last checked at {time}; we keep checking. If {sum} was deducted from your bank account, it shows here within a few minutes.',
        { sum, time },
      )
}
