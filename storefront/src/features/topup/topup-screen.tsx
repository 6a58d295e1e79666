import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { formatRupees, parseAmount } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { inputClass } from '@jhatpat/shared/ui/field.tsx'
import { FieldFrame } from '@jhatpat/shared/ui/field-frame.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { delayText } from '../../lib/delays/delay-texts.ts'
import { useDelays } from '../../lib/delays/use-delays.ts'
import { IntentStatus, type IntentTexts } from '../../lib/intent-status.tsx'
import { useBalance } from '../../lib/use-balance.ts'
import { type EarlierTopUp, openAmount, useTopUp } from './use-top-up.ts'

/** The specification's text for an invalid amount. */
const invalidAmount: Text = 'Please enter a valid amount.'

export default function TopUpScreen() {
  const balance = useBalance()
  return (
    <main className="shell reading">
      <title>{t('Top-Up Your Wallet · Jhatpat')}</title>
      <h1 className="d1 page-h">{t('Top-Up Your Wallet')}</h1>
      <section className="panel">
        <p className="t2 sm what">
          {t('Wallet balance')} {balance === undefined ? '₹…' : <Money rupees={balance} exact />}
        </p>
        <TopUpForm />
      </section>
    </main>
  )
}

function TopUpForm() {
  const userid = useAtomValue(userAtom)?.userid
  const [params] = useSearchParams()
  const productId = params.get('product') ?? undefined
  const [amount, setAmount] = useState(() => openAmount(userid) || (params.get('amount') ?? ''))
  const topUp = useTopUp(readAmount(amount), productId)
  const { error, setError, start } = topUp
  // Shown at the button, not at the top: there it would cover the heading of a page that was opened directly.
  const pause = useDelays('', true)?.find(({ isUpiPaused }) => isUpiPaused)
  const change = (text: string) => {
    setAmount(text)
    setError(undefined)
  }
  // The button that had the focus is gone with the text.
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.parentElement?.querySelector('input')?.focus()
    change('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = readAmount(amount)
    if (value === undefined) setError(invalidAmount)
    else start(value)
  }
  return (
    <form className="stack stack-4" onSubmit={submit} noValidate>
      <ChoiceGroup
        kind="presets"
        label={t('Amount')}
        value={amount}
        onChange={change}
        options={topUpPresets.map((rupees) => ({
          value: String(rupees),
          label: <span className="money">{formatRupees(rupees)}</span>,
        }))}
      />
      <FieldFrame label={t('Custom amount in rupees')} error={error && plainText(error)}>
        {(control) => (
          <div className="inwrap">
            <input
              {...control}
              className={inputClass({ isInvalid: error !== undefined, extra: 'money' })}
              inputMode="decimal"
              autoComplete="off"
              placeholder={t('e.g. 500')}
              maxLength={12}
              value={amount}
              onChange={(event) => change(event.target.value)}
            />
            {amount !== '' && (
              <button type="button" aria-label={t('Clear')} onClick={clear}>
                <Icon name="x" />
              </button>
            )}
          </div>
        )}
      </FieldFrame>
      {pause && (
        <InlineMessage kind="warn" title={t('Top-ups are paused right now')} role="status">
          {delayText(pause)}
        </InlineMessage>
      )}
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        disabled={amount.trim() === '' || pause !== undefined}
        busy={['sending', 'leaving'].includes(topUp.progress.state)}
        busyText={t('Opening payment…')}
      >
        {t('Top Up')}
      </Button>
      <IntentStatus button={topUp} texts={texts}>
        {topUp.earlier && <Earlier {...topUp.earlier} />}
      </IntentStatus>
      <p className="t3 xs">
        {t(
          productId
            ? 'You’ll pay by UPI on the next page. The money is added to your wallet when it’s paid, and your order is saved.'
            : 'You’ll pay by UPI on the next page. The money is added to your wallet when it’s paid.',
        )}
      </p>
    </form>
  )
}

const texts: IntentTexts = {
  object: 'top-up',
  offline: 'You’re offline. No top-up was started.',
  slow: 'Opening payment…',
  list: { name: 'My Wallet', href: '/wallet' },
}

function Earlier({ rupees, payAt }: EarlierTopUp) {
  return (
    <InlineMessage
      kind="ok"
      title={rich('Your earlier top-up of {sum} is waiting for payment.', { sum: <Money rupees={rupees} /> })}
    >
      {t('The new amount is not added yet. Tap Top Up to add it too.')}
      <span className="row wrap">
        <ButtonLink href={payAt}>{t('Pay now')}</ButtonLink>
      </span>
    </InlineMessage>
  )
}

/** Preset amounts, in rupees. */
export const topUpPresets = [100, 250, 500, 1000, 2000, 5000] as const

/** Parses a typed amount in rupees; undefined unless it is a number above 0 with at most two decimals. */
export function readAmount(text: string): number | undefined {
  const paise = parseAmount(text.replace(/[₹,\s]/g, ''))
  return paise !== undefined && paise > 0 ? paise / 100 : undefined
}
