import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { KeyValues, Slip, Torn } from '@jhatpat/shared/ui/slip.tsx'
import type { ReactNode } from 'react'
import type { Draft, PaymentMethod } from './draft.ts'
import { Price } from './price.tsx'

type PaymentPanelProps = {
  draft: Draft
  /** The chosen item's name and price in rupees; `was` is the price before it changed under the customer's hand. */
  chosen: { name: string; price: number; was: number | undefined } | undefined
  username: string | undefined
  /** Rupees in the wallet; undefined while unknown or signed out. */
  balance: number | undefined
  missing: boolean
  onMethod: (method: PaymentMethod) => void
  buyButton: ReactNode
  /** What became of the tap on it. */
  news: ReactNode
}

/** The slip: how it is paid, what for, and the total. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { draft, chosen, username, balance, missing, onMethod, buyButton, news } = props
  return (
    <Slip aria-labelledby="payment-method" className={missing ? 'missing' : ''}>
      <div className="stack">
        <h2 className="d3" id="payment-method">
          Payment method
        </h2>
        <ChoiceGroup
          label="Payment method"
          value={draft.method}
          onChange={onMethod}
          options={[
            {
              value: 'upi',
              label: 'UPI',
              detail: 'Google Pay, PhonePe, Paytm, any UPI app',
              icon: 'smartphone',
            },
            {
              value: 'wallet',
              label: 'Wallet',
              detail: <span className="num">{walletLine(balance)}</span>,
              icon: 'wallet',
            },
          ]}
        />
      </div>
      <Torn />
      <div className="stack stack-4">
        <KeyValues
          rows={[
            ['Item', chosen?.name ?? '–'],
            ['For', recipient(draft, username)],
          ]}
        />
        <div className="row between tot">
          <span className="b">Total</span>
          <Price rupees={chosen?.price ?? 0} was={chosen?.was} />
        </div>
        {buyButton}
        {news}
        <Hint icon="receipt-text" className="centre">
          You see every step on your order’s page
        </Hint>
      </div>
    </Slip>
  )
}

function walletLine(balance: number | undefined): string {
  if (balance === undefined) return 'Paid at once from your balance'
  return `Balance ${formatRupees(balance, { exact: true })}`
}

function recipient({ input1, input2 }: Draft, username: string | undefined): string {
  if (!input1.trim()) return '–'
  const account = input2.trim() ? `${input1.trim()} (${input2.trim()})` : input1.trim()
  return username ? `${username} · ${account}` : account
}
