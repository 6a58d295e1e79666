import { describe, expect, it } from 'vitest'
import { newAttempt } from './payment-attempts.ts'
import { applyResult } from './payment-result.ts'
import { type IPayment, newPayment } from './payment-schema.ts'
import { interpretAnswer, interpretAnswers } from './read-gateway-answers.ts'

const start = new Date('2026-01-31T10:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const payment = newPayment('upigateway', start, 30 * 60_000)
const paid = {
  kind: 'paid',
  clientTxnId: 'JP1',
  amountPaise: 34_500,
  gatewayId: '7',
  bankReference: '4055',
  payer: 'a@bank',
} as const

describe('interpreting the gateway’s answer', () => {
  const held = {
    ...payment,
    captures: [{ ...paid, attemptId: 'JP1', at: start, allocatedTo: 'purchase' as const }],
  }
  const read = (more: Partial<typeof paid> | Record<string, unknown>, of = held) =>
    interpretAnswer(of, { ...paid, ...more }, after(9))

  it('captures money under a new gateway id, and not again under the same id', () => {
    const result = interpretAnswer(payment, paid, after(5))
    expect(result).toMatchObject({ kind: 'captured', capture: { gatewayId: '7', amountPaise: 34_500 } })
    expect(read({}).kind).toBe('nothing')
    expect(read({ gatewayId: '8', bankReference: '4056' }).kind).toBe('captured')
  })

  it('does not capture money under a known id with another reference, and fills in a missing reference', () => {
    expect(read({ bankReference: '' }).kind).toBe('nothing')
    expect(read({ bankReference: '4056' })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'reference_changed', known: '4055', reported: '4056', inReviewPaise: 34_500 },
    })
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, bankReference: '' as never })),
    }
    expect(read({}, nameless)).toEqual({ kind: 'referenced', gatewayId: '7', bankReference: '4055' })
  })

  it('puts the same reference under another id in review, since references are unique', () => {
    expect(read({ gatewayId: '8' })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'reference_reused', gatewayId: '8', inReviewPaise: 34_500 },
    })
  })

  it.each([
    [40_000, 5_500],
    [30_000, 0],
  ])('records a changed amount of %i paise, with %i of it in review', (amountPaise, inReviewPaise) => {
    expect(read({ amountPaise })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'amount_changed', known: '345.00', inReviewPaise },
    })
  })

  it('identifies a payment without a gateway id by its attempt, also once the gateway has an id for it', () => {
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, gatewayId: 'JP1' as never })),
    }
    for (const gatewayId of ['', '7']) expect(read({ gatewayId }, nameless).kind).toBe('nothing')
    expect(read({ gatewayId: '' }).kind).toBe('nothing')
    expect(read({ gatewayId: '', clientTxnId: 'JP1R2', bankReference: '' }).kind).toBe('captured')
  })

  it('records each discrepancy once, and at most ten', () => {
    let withDiscrepancies: IPayment = held
    for (let number = 0; number < 30; number += 1) {
      const result = read({ bankReference: `9${number % 15}` }, withDiscrepancies as never)
      if (result.kind === 'discrepancyFound') withDiscrepancies = applyResult(withDiscrepancies, result)
    }
    expect(withDiscrepancies.discrepancies.map((one) => one.id)).toEqual(
      Array.from({ length: 10 }, (_, n) => `D${n + 1}`),
    )
    expect(withDiscrepancies.discrepancyAt).toEqual(after(9))
  })

  it('expires an unpaid payment only by an answer after the time to pay, never without an answer', () => {
    const late = after(31 * 60_000)
    expect(interpretAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, after(60_000)).kind).toBe(
      'nothing',
    )
    expect(interpretAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, late).kind).toBe('expired')
    expect(interpretAnswer(payment, { kind: 'not_found' }, late).kind).toBe('expired')
    expect(interpretAnswer(payment, { kind: 'unavailable', message: 'no' }, late).kind).toBe('nothing')
  })

  it('expires a payment at once when the gateway reports a failure', () => {
    expect(interpretAnswer(payment, { kind: 'failed', vendorStatus: 'close' }, after(1)).kind).toBe('expired')
  })
})

describe('interpreting the answers about several attempts', () => {
  const attempts = [newAttempt('JP1', start), newAttempt('JP1R2', start)]
  const two = { ...payment, attempts }
  const resolution = { kind: 'failed', vendorStatus: 'close' } as const
  const open = { kind: 'pending', vendorStatus: 'scanning' } as const
  const about = (...answers: Parameters<typeof interpretAnswer>[1][]) =>
    answers.map((answer, place) => ({ attemptId: attempts[place]!.id, answer }))

  it('captures the money of any attempt', () => {
    expect(interpretAnswers(two, about(resolution, { ...paid, clientTxnId: 'JP1R2' }), start).kind).toBe(
      'captured',
    )
    expect(interpretAnswers(two, about(paid, open), start).kind).toBe('captured')
  })

  it('expires only when each attempt was checked and has expired', () => {
    expect(interpretAnswers(two, about(resolution, resolution), start).kind).toBe('expired')
    expect(interpretAnswers(two, about(resolution, open), start).kind).toBe('nothing')
    expect(
      interpretAnswers(two, about(resolution, { kind: 'unavailable', message: '' }), after(31 * 60_000)).kind,
    ).toBe('nothing')
    expect(interpretAnswers(two, about(resolution), start).kind).toBe('nothing')
  })
})
