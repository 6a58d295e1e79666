import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { GatewayCheck } from '@jhatpat/shared/contracts/order-state.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useRef, useState } from 'react'
import { unconfirmedPaymentText } from '../../lib/unconfirmed-payment-text.ts'
import { useCheckNow } from './use-payment.ts'

/** "I have paid" and its answer, and the link to another method. */
export function PayActions({ page }: { page: PaymentPage }) {
  const { asking, answer, iHavePaid } = useIHavePaid(page)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone it would be hidden under the bottom bar.
    if (answer) container.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <>
      <div className="pay-actions">
        <Button
          variant="accent"
          size="lg"
          className="grow"
          busy={asking}
          busyText={t('Asking your bank')}
          onClick={iHavePaid}
        >
          {t('I have paid')}
        </Button>
        <ButtonLink href={page.changeUrl} variant="line" size="tall">
          {t('Change method')}
        </ButtonLink>
      </div>
      <div role="status" className="answer" ref={container}>
        {answer && <Hint tone={answer.tone}>{answer.text}</Hint>}
      </div>
    </>
  )
}

type Answer = { tone: 'warn' | 'bad'; text: string }

/** "I have paid" only checks sooner: the page polls in any case. */
function useIHavePaid(page: PaymentPage) {
  const askNow = useCheckNow(page)
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const iHavePaid = async () => {
    setAsking(true)
    try {
      const { isOver, gatewayCheck } = await askNow()
      if (!isOver) setAnswer({ tone: 'warn', text: answerText(formatRupees(page.amount), gatewayCheck) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      setAnswer({
        tone: 'bad',
        text: t('{reason}: no answer came. Try again in a moment.', {
          reason: plainText(reason).replace(/[.!।]$/, ''),
        }),
      })
    } finally {
      setAsking(false)
    }
  }
  return { asking, answer, iHavePaid }
}

function answerText(sum: string, gatewayCheck: GatewayCheck | undefined): string {
  if (!gatewayCheck) return unconfirmedPaymentText(sum)
  const time = clockTime(gatewayCheck.at, { seconds: true })
  return gatewayCheck.isAnswered
    ? t(
        'Not with us yet. If {sum} left your account, it will show here within a few minutes. The bank last told us at {time}.',
        { sum, time },
      )
    : t(
        'The bank has not answered yet; we asked at {time} and go on asking. If {sum} left your account, it will show here within a few minutes.',
        { sum, time },
      )
}
