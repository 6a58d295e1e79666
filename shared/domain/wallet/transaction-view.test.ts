import { describe, expect, it } from 'vitest'
import { newPayment } from '../payments/index.ts'
import { transactionView } from './transaction-view.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

const at = new Date('2026-01-31T10:00:00Z')
const transaction = (more: Partial<WalletTransactionDoc>): WalletTransactionDoc =>
  ({
    _id: 'JW1',
    kind: 'topup',
    status: 'Success',
    amountPaise: 50_050,
    orderid: '',
    note: 'x',
    revision: 3,
    customer: { userid: 'u1', name: 'Asha', email: 'asha@example.test', mobilenumber: '9' },
    createdAt: at,
    updatedAt: at,
    history: [],
    ...more,
  }) as WalletTransactionDoc

describe('a wallet transaction, as its owner sees it', () => {
  it('is in rupees, without a sign, and without internal fields', () => {
    expect(transactionView(transaction({}))).toEqual({
      txnid: 'JW1',
      type: 'Credit',
      status: 'Success',
      amount: 500.5,
      orderid: '',
      userid: 'u1',
      useremail: 'asha@example.test',
      note: 'x',
      revision: 3,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      state: { waitingFor: 'nothing' },
    })
  })

  it.each([
    ['topup', 100, 'Credit', 'Success'],
    ['order_debit', -100, 'Debit', 'Success'],
    ['refund', 100, 'Credit', 'Refunded'],
    ['unallocated_payment', 100, 'Credit', 'Success'],
    ['adjustment', -100, 'Debit', 'Success'],
  ] as const)('shows %s of %i paise as %s, %s', (...[kind, amountPaise, type, status]) => {
    expect(transactionView(transaction({ kind, amountPaise }))).toMatchObject({ type, status, amount: 1 })
  })

  it.each(['Created', 'Processing', 'Failed'] as const)(
    'shows a top-up with status %s unchanged',
    (status) => {
      expect(transactionView(transaction({ status })).status).toBe(status)
    },
  )
})

describe('the state of a top-up', () => {
  const since = at.toISOString()
  const payment = newPayment('upigateway', at, 60_000)
  const inReview = {
    ...payment,
    discrepancies: [{ at, resolution: null, inReviewPaise: 100 }],
  } as unknown as typeof payment

  it.each(['Created', 'Processing'] as const)('waits for the payer while %s', (status) => {
    const until = new Date(at.getTime() + 60_000).toISOString()
    expect(transactionView(transaction({ status, payment })).state).toEqual({
      waitingFor: 'payment',
      since,
      until,
    })
  })

  it('waits for a person while money is in review', () => {
    const view = transactionView(transaction({ status: 'Processing', payment: inReview }))
    expect(view.state).toEqual({ waitingFor: 'payment_review', since })
  })

  it.each([
    ['is declined when it failed before the time to pay ended', 59_000, true],
    ['has only ended when the time to pay had ended', 60_000, undefined],
  ])('%s', (_what, afterMs, declined) => {
    const failed = { at: new Date(at.getTime() + afterMs), from: 'Created', to: 'Failed', by: '', reason: '' }
    const ended = transaction({
      status: 'Failed',
      payment: { ...payment, state: 'failed' },
      history: [failed],
    })
    expect(transactionView(ended).state?.declined).toBe(declined)
  })

  it('waits for nothing once it has ended, and is absent for other transactions', () => {
    expect(transactionView(transaction({ status: 'Failed', payment: inReview })).state).toEqual({
      waitingFor: 'nothing',
    })
    expect(transactionView(transaction({ kind: 'refund' }))).not.toHaveProperty('state')
  })
})
