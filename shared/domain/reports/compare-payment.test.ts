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

describe('comparing the gateway’s answer with the booked payment', () => {
  it.each<[string, PaymentState, { captures?: Capture[]; discrepancies?: Discrepancy[] }, string[]]>([
    ['finds nothing if both agree', paid(), { captures: [capture()] }, []],
    [
      'finds nothing for a failed payment without a booking',
      { kind: 'failed', vendorStatus: 'failure' },
      {},
      [],
    ],
    ['finds money that was not booked', paid(), {}, ['paid_not_booked']],
    ['finds another amount', paid({ amountPaise: 90 }), { captures: [capture()] }, ['amount_differs']],
    [
      'finds a booking that the gateway does not know',
      { kind: 'not_found' },
      { captures: [capture()] },
      ['booked_not_paid'],
    ],
    [
      'finds nothing for a booking without an answer',
      { kind: 'unavailable', message: '' },
      { captures: [capture()] },
      [],
    ],
    [
      'finds money in review as not booked',
      paid({ gatewayId: 'G2' }),
      { discrepancies: [inReview()] },
      ['paid_not_booked'],
    ],
    [
      'finds nothing for a resolved discrepancy',
      paid({ gatewayId: 'G2' }),
      { discrepancies: [inReview({} as never)] },
      [],
    ],
    [
      'matches a payment without a gateway id by its attempt',
      paid({ gatewayId: '' }),
      { captures: [capture({ gatewayId: 'JP1' })] },
      [],
    ],
    [
      'finds money that is booked under another attempt',
      paid(),
      { captures: [capture({ attemptId: 'JP1R2', gatewayId: 'G9' })] },
      ['paid_not_booked'],
    ],
  ])('%s', (_title, ...[answer, payment, found]) => {
    expect(kinds(answer, payment)).toEqual(found)
  })

  it('adds up the bookings of answered attempts only, with credited and without dismissed discrepancies', () => {
    const unanswered = { kind: 'unavailable', message: '' } as const
    expect(compare(unanswered, { captures: [capture()] })).toMatchObject({ bookedPaise: 0, captures: 0 })
    const answered = (answer: string) => [inReview({ answer } as never)]
    const credited = compare(paid({ gatewayId: 'G2' }), { discrepancies: answered('credit') })
    expect(credited).toMatchObject({ receivedPaise: 100, bookedPaise: 100, captures: 1, found: [] })
    const dismissed = compare(paid({ gatewayId: 'G2' }), { discrepancies: answered('dismiss') })
    expect(dismissed).toMatchObject({ receivedPaise: 0, bookedPaise: 0, found: [] })
    const both = { captures: [capture({ gatewayId: 'G2' })], discrepancies: answered('credit') }
    const topped = compare(paid({ gatewayId: 'G2', amountPaise: 200 }), both)
    expect(topped).toMatchObject({ receivedPaise: 200, bookedPaise: 200, found: [] })
  })

  it('adds up the received payments, and reports whether the gateway answered', () => {
    expect(compare(paid())).toMatchObject({ receivedPaise: 100, payments: 1, isAnswered: true })
    expect(compare({ kind: 'unavailable', message: '' })).toMatchObject({ payments: 0, isAnswered: false })
  })
})
