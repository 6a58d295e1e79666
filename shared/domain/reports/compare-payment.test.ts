import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Capture, Discrepancy } from '../payments/index.ts'
import { comparePayment } from './compare-payment.ts'

const capture = (more: Partial<Capture> = {}): Capture => ({
  gatewayId: 'G1',
  attemptId: 'JP1',
  bankReference: '',
  amountPaise: 100,
  payer: '',
  allocatedTo: 'purchase',
  at: new Date(0),
  ...more,
})
const paid = (more: Partial<Extract<PaymentState, { kind: 'paid' }>> = {}): PaymentState => ({
  kind: 'paid',
  clientTxnId: 'JP1',
  amountPaise: 100,
  gatewayId: 'G1',
  bankReference: '',
  payer: '',
  ...more,
})
const inReview = (resolution: Discrepancy['resolution'] = null) =>
  ({ gatewayId: 'G2', inReviewPaise: 100, resolution }) as unknown as Discrepancy

function compare(
  answer: PaymentState,
  { captures = [] as Capture[], discrepancies = [] as Discrepancy[] } = {},
) {
  const answers = [{ attemptId: 'JP1', answer }]
  return comparePayment({
    ref: 'JP1',
    of: 'order',
    status: 'Failed',
    payment: { captures, discrepancies },
    answers,
  })
}
const kinds = (...input: Parameters<typeof compare>) => compare(...input).found.map(({ kind }) => kind)

describe('what the gateway says of a payment against what is booked of it', () => {
  it.each<[string, PaymentState, { captures?: Capture[]; discrepancies?: Discrepancy[] }, string[]]>([
    ['the same', paid(), { captures: [capture()] }, []],
    ['nothing and nothing', { kind: 'failed', vendorStatus: 'failure' }, {}, []],
    ['money that nobody booked', paid(), {}, ['paid_not_booked']],
    ['another amount', paid({ amountPaise: 90 }), { captures: [capture()] }, ['amount_differs']],
    [
      'a booking that it does not know',
      { kind: 'not_found' },
      { captures: [capture()] },
      ['booked_not_paid'],
    ],
    ['a booking, and no answer', { kind: 'unavailable', message: '' }, { captures: [capture()] }, []],
    [
      'money that a person holds',
      paid({ gatewayId: 'G2' }),
      { discrepancies: [inReview()] },
      ['paid_not_booked'],
    ],
    [
      'money that a person has answered',
      paid({ gatewayId: 'G2' }),
      { discrepancies: [inReview({} as never)] },
      [],
    ],
    ['no id of its own', paid({ gatewayId: '' }), { captures: [capture({ gatewayId: 'JP1' })] }, []],
    [
      'a booking under another link',
      paid(),
      { captures: [capture({ attemptId: 'JP1R2', gatewayId: 'G9' })] },
      ['paid_not_booked'],
    ],
  ])('%s', (_what, ...[answer, payment, found]) => {
    expect(kinds(answer, payment)).toEqual(found)
  })

  it('adds up what is booked of what was answered alone, a discrepancy’s credit with it, and nothing that is no money', () => {
    const silent = { kind: 'unavailable', message: '' } as const
    expect(compare(silent, { captures: [capture()] })).toMatchObject({ bookedPaise: 0, captures: 0 })
    const answered = (answer: string) => [inReview({ answer } as never)]
    const credited = compare(paid({ gatewayId: 'G2' }), { discrepancies: answered('credit') })
    expect(credited).toMatchObject({ receivedPaise: 100, bookedPaise: 100, captures: 1, found: [] })
    const none = compare(paid({ gatewayId: 'G2' }), { discrepancies: answered('dismiss') })
    expect(none).toMatchObject({ receivedPaise: 0, bookedPaise: 0, found: [] })
    const both = { captures: [capture({ gatewayId: 'G2' })], discrepancies: answered('credit') }
    const topped = compare(paid({ gatewayId: 'G2', amountPaise: 200 }), both)
    expect(topped).toMatchObject({ receivedPaise: 200, bookedPaise: 200, found: [] })
  })

  it('adds up what it received, and says whether it answered', () => {
    expect(compare(paid())).toMatchObject({ receivedPaise: 100, payments: 1, isAnswered: true })
    expect(compare({ kind: 'unavailable', message: '' })).toMatchObject({ payments: 0, isAnswered: false })
  })
})
