import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { interpretAnswer, newPayment } from '../payments/index.ts'
import { decideTopUp } from './top-up-rules.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

const start = new Date('2026-01-31T10:00:00Z')
const inTime = new Date(start.getTime() + 60_000)
type Status = WalletTransactionDoc['status']

/** The allowed transitions of a top-up. */
const edges = new Set(['Created>Processing', 'Created>Failed', 'Created>Success', 'Processing>Failed'])
edges.add('Processing>Success').add('Failed>Success')

type LedgerFold = { transaction: WalletTransactionDoc; creditedPaise: number; unallocatedPaise: number }

const fresh = (status: Status = 'Created'): LedgerFold => ({
  transaction: { status, payment: newPayment('upigateway', start, 1_800_000) } as WalletTransactionDoc,
  creditedPaise: 0,
  unallocatedPaise: 0,
})

function check(
  { transaction, creditedPaise, unallocatedPaise }: LedgerFold,
  answer: PaymentState,
): LedgerFold {
  const payment = transaction.payment!
  const decision = decideTopUp(transaction, payment, interpretAnswer(payment, answer, inTime))
  const edge = `${transaction.status}>${decision.to}`
  if (decision.to !== transaction.status) expect([...edges]).toContain(edge)
  return {
    transaction: { ...transaction, status: decision.to, payment: decision.payment },
    creditedPaise: creditedPaise + decision.creditPaise,
    unallocatedPaise: unallocatedPaise + (decision.isUnallocated ? decision.creditPaise : 0),
  }
}

const fact: fc.Arbitrary<PaymentState> = fc.oneof(
  fc.record({ ref: fc.constantFrom('a', 'b', 'c'), bankReference: fc.constantFrom('', 'r') }).map(
    ({ ref, bankReference }): PaymentState => ({
      kind: 'paid',
      clientTxnId: 'JT1',
      gatewayId: ref,
      payer: '',
      bankReference: bankReference && `r${ref}`,
      amountPaise: { a: 50_000, b: 12_345, c: 1 }[ref] ?? 0,
    }),
  ),
  fc.constant<PaymentState>({ kind: 'failed', vendorStatus: 'close' }),
  fc.constant<PaymentState>({ kind: 'pending', vendorStatus: 'scanning' }),
  fc.constant<PaymentState>({ kind: 'not_found' }),
  fc.constant<PaymentState>({ kind: 'unavailable', message: '' }),
)

const totalPaise = (facts: readonly PaymentState[]) => {
  const sums = facts.map((one) => (one.kind === 'paid' ? one.amountPaise : 0))
  return [...new Set(sums)].reduce((sum, paise) => sum + paise, 0)
}

it('ends a top-up in the same state with the same credit for any order and repetition of answers', () => {
  const answers = fc
    .array(fact, { maxLength: 8 })
    .chain((facts) =>
      fc.tuple(
        fc.constant(facts),
        fc.shuffledSubarray([...facts, ...facts], { minLength: 2 * facts.length }),
      ),
    )
  fc.assert(
    fc.property(answers, ([facts, again]) => {
      const one = facts.reduce(check, fresh())
      const other = again.reduce(check, fresh())
      expect(other.transaction.status).toBe(one.transaction.status)
      expect(other.creditedPaise).toBe(one.creditedPaise)
      expect(one.creditedPaise).toBe(totalPaise(facts))
    }),
  )
})

it('stays successful once paid, and records all but the first payment as separate transactions', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), (facts) => {
      const end = facts.reduce(check, fresh())
      const [first] = end.transaction.payment!.captures
      expect(end.transaction.status === 'Success').toBe(first !== undefined)
      expect(end.creditedPaise - end.unallocatedPaise).toBe(first?.amountPaise ?? 0)
    }),
  )
})

it('makes only transitions of the table, from every state', () => {
  const statuses = fc.constantFrom<Status>('Created', 'Processing', 'Success', 'Failed')
  fc.assert(
    fc.property(statuses, fact, (status, answer) => {
      const after = check(fresh(status), answer)
      if (answer.kind === 'unavailable') expect(after.transaction.status).toBe(status)
      expect(after.creditedPaise > 0).toBe(answer.kind === 'paid')
    }),
  )
})
