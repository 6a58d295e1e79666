import { topUpPresets } from '@jhatpat/shared/contracts/wallet.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { inputClass } from '@jhatpat/shared/ui/field.tsx'
import { FieldFrame } from '@jhatpat/shared/ui/field-frame.tsx'
import { formatPaise, rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { type FormEvent, useState } from 'react'
import { useBalance } from '../../lib/use-balance.ts'
import { readAmount } from './amount.ts'
import { useTopUp } from './use-top-up.ts'

/** The specification's text for an amount that is none. */
const invalidAmount = 'Please enter a valid amount.'

export default function TopUpScreen() {
  const balance = useBalance()
  return (
    <main className="shell reading">
      <title>Top-Up Your Wallet · Jhatpat</title>
      <h1 className="d1 page-h">Top-Up Your Wallet</h1>
      <section className="panel">
        <p className="t2 sm what">
          Wallet balance {balance === undefined ? '₹…' : <Money rupees={balance} exact />}
        </p>
        <TopUpForm />
      </section>
    </main>
  )
}

function TopUpForm() {
  const { busy, error, setError, start } = useTopUp()
  const [amount, setAmount] = useState('')
  const change = (text: string) => {
    setAmount(text)
    setError(undefined)
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
        label="Amount"
        value={amount}
        onChange={change}
        options={topUpPresets.map((rupees) => ({
          value: String(rupees),
          label: <span className="money">{formatPaise(rupeesToPaise(rupees))}</span>,
        }))}
      />
      <FieldFrame label="Custom amount in rupees" error={error}>
        {(control) => (
          <div className="inwrap">
            <input
              {...control}
              className={inputClass({ bad: error !== undefined, extra: 'money' })}
              inputMode="decimal"
              autoComplete="off"
              placeholder="500"
              maxLength={12}
              value={amount}
              onChange={(event) => change(event.target.value)}
            />
            <button type="button" aria-label="Clear" onClick={() => change('')}>
              <Icon name="x" />
            </button>
          </div>
        )}
      </FieldFrame>
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        disabled={amount.trim() === ''}
        busy={busy}
        busyText="Opening the payment"
      >
        Top Up
      </Button>
      <p className="t3 xs">
        You pay by UPI on the next page. The money is in your wallet as soon as it is paid.
      </p>
    </form>
  )
}
