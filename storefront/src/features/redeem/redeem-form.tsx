import { formatRupees, parseAmount } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { inputClass } from '@jhatpat/shared/ui/field.tsx'
import { FieldFrame } from '@jhatpat/shared/ui/field-frame.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { type AnyText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, useState } from 'react'
import { filledText } from '../../lib/filled-text.ts'
import { IntentStatus, type IntentTexts } from '../../lib/intent-status.tsx'
import { useBalance } from '../../lib/use-balance.ts'
import { useRedeem } from './use-redeem.ts'

/** The specification's text for an invalid amount. */
const invalidAmount: Text = 'Please enter a valid amount.'

type RedeemFormProps = {
  /** `worth`: rupees per point. Undefined while unknown. */
  points: Points | undefined
}

export function RedeemForm({ points }: RedeemFormProps) {
  const [amount, setAmount] = useState('')
  const button = useRedeem(amount, () => setAmount(''))
  const { message, setMessage } = button
  const change = (text: string) => {
    setAmount(text)
    setMessage(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A further tap after the redemption, which emptied the field.
    if (message?.kind === 'ok' && amount === '') return
    const value = readPoints(amount)
    if (value === undefined) setMessage({ kind: 'bad', text: invalidAmount })
    else button.redeem(value)
  }
  const none = points?.balance === 0
  return (
    <form className="stack stack-4" onSubmit={submit} noValidate>
      {message && (
        <InlineMessage
          kind={message.kind}
          role={message.kind === 'ok' ? 'status' : 'alert'}
          title={filledText(message.text, serverTexts)}
        >
          {message.kind === 'ok' && (
            <AppLink className="link" href="/wallet">
              {t('View Wallet')}
            </AppLink>
          )}
        </InlineMessage>
      )}
      <FieldFrame
        label={t('Points to redeem')}
        hint={`${points ? `${t('1 point is {sum}.', { sum: formatRupees(points.worth) })} ` : ''}${t('Redeemed points are added to your wallet instantly.')}`}
      >
        {(control) => (
          <div className="points-in">
            <input
              {...control}
              className={inputClass({ isInvalid: message?.kind === 'bad', extra: 'money' })}
              aria-invalid={message?.kind === 'bad' || undefined}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              disabled={none}
              value={amount}
              onChange={(event) => change(event.target.value)}
            />
            <Button
              type="button"
              size="sm"
              disabled={!points || none}
              onClick={() => change(points ? points.balance.toFixed(2) : '')}
            >
              {t('All')}
            </Button>
          </div>
        )}
      </FieldFrame>
      {points && message?.kind !== 'bad' && <Becomes amount={amount} points={points} />}
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        disabled={none}
        busy={button.progress.state === 'sending'}
        busyText={t('Redeeming')}
      >
        {t('Redeem')}
      </Button>
      <IntentStatus button={button} texts={texts} />
    </form>
  )
}

/** The server's texts with sums. */
const serverTexts = [
  '{points} points redeemed. {sum} added to your wallet.',
  'You have {points} points. Enter that number or less. Nothing was redeemed.',
] as const satisfies readonly AnyText[]

const texts: IntentTexts = {
  object: 'redemption',
  offline: 'You’re offline. Nothing was redeemed.',
  slow: 'Processing…',
  list: { name: 'My Wallet', href: '/wallet' },
}

type Points = { balance: number; worth: number }

/** The typed points in rupees, and the balance with them, if the balance covers them. The server rounds down to the paisa. */
function Becomes({ amount, points }: { amount: string; points: Points }) {
  const balance = useBalance()
  const value = readPoints(amount)
  if (value === undefined || value > points.balance) return null
  const rupees = Math.floor(Math.round(value * 100) * points.worth + 1e-6) / 100
  return (
    <KeyValues
      rows={[
        [
          t('You get'),
          <span key="in" className="money">
            {formatRupees(rupees, { exact: true })}
          </span>,
        ],
        [
          t('Wallet balance after'),
          balance === undefined ? undefined : (
            <span key="after" className="money">
              {formatRupees(Math.round((balance + rupees) * 100) / 100, { exact: true })}
            </span>
          ),
        ],
      ]}
    />
  )
}

/** Points above 0 with two decimals at most; undefined for anything else. */
function readPoints(text: string): number | undefined {
  const hundredths = parseAmount(text.replace(/[,\s]/g, ''))
  return hundredths !== undefined && hundredths > 0 ? hundredths / 100 : undefined
}
