import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { PaymentPage } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { RingClock } from '@jhatpat/shared/ui/ring-clock.tsx'
import { Slip, Torn } from '@jhatpat/shared/ui/slip.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { notWithUs, willShow } from '../../lib/not-with-us.ts'
import { GatewayLink } from './gateway-link.tsx'
import { useAskNow } from './use-payment.ts'
import { WaysToPay } from './ways-to-pay.tsx'

export function PaySlip({ page }: { page: PaymentPage }) {
  const isLate = useNow(1_000) > Date.parse(page.payBefore)
  return (
    <Slip aria-labelledby="amount">
      <div className="head">
        <div>
          <p className="t2 sm">Pay by UPI</p>
          <h1 id="amount">
            <Money rupees={page.amount} className="big" />
          </h1>
          <p className="t2 xs">
            to {page.payee} · reference <span className="nw">{groupId(page.client_txn_id)}</span>
          </p>
        </div>
        {page.waitsFor !== 'check' && (
          <RingClock dueAt={page.payBefore} show="clock" size="xl" label="Time left to pay" />
        )}
      </div>
      <Torn />
      <WaysToPay page={page} />
      {page.waitsFor === 'payer' && <Actions page={page} />}
      <div className="await" role="status">
        <Icon name={isLate ? 'clock' : 'loader-circle'} spin={!isLate} />
        <span className="t2 sm">{waitText(page, isLate)}</span>
      </div>
      {page.waitsFor === 'payer' && <GatewayLink page={page} />}
    </Slip>
  )
}

function waitText({ waitsFor }: PaymentPage, isLate: boolean): string {
  if (waitsFor === 'provider') return 'This page goes on by itself, and nothing is lost meanwhile.'
  if (waitsFor === 'check') return 'This page moves on by itself as soon as our team knows.'
  return isLate
    ? 'The time to pay is over, so this one is being closed. If money left your account, it will be in your wallet.'
    : 'Waiting for your bank. This page moves on by itself as soon as the payment is here.'
}

function Actions({ page }: { page: PaymentPage }) {
  const { asking, iHavePaid } = useIHavePaid(page)
  return (
    <div className="acts">
      <Button
        variant="accent"
        size="lg"
        className="grow"
        busy={asking}
        busyText="Asking your bank"
        onClick={iHavePaid}
      >
        I have paid
      </Button>
      <ButtonLink href={page.changeUrl} variant="line" size="tall">
        Change method
      </ButtonLink>
    </div>
  )
}

/** "I have paid" only asks sooner: the page waits and asks anyway. */
function useIHavePaid(page: PaymentPage) {
  const { store } = useServices()
  const askNow = useAskNow(page)
  const [asking, setAsking] = useState(false)
  const iHavePaid = async () => {
    setAsking(true)
    try {
      if (await askNow()) return
      const amount = formatRupees(page.amount)
      pushToast(store, { kind: 'info', title: notWithUs, text: willShow(amount) })
    } catch (error) {
      pushToast(store, { kind: 'bad', text: error instanceof Error ? error.message : String(error) })
    } finally {
      setAsking(false)
    }
  }
  return { asking, iHavePaid }
}
