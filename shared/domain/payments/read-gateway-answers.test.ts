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

describe('reading the gateway’s answer', () => {
  const held = {
    ...payment,
    captures: [{ ...paid, attemptId: 'JP1', at: start, allocatedTo: 'purchase' as const }],
  }
  const read = (more: Partial<typeof paid> | Record<string, unknown>, of = held) =>
    interpretAnswer(of, { ...paid, ...more }, after(9))

  it('takes money under a new id of the gateway as a capture, and the same id again as none', () => {
    const result = interpretAnswer(payment, paid, after(5))
    expect(result).toMatchObject({ kind: 'captured', capture: { gatewayId: '7', amountPaise: 34_500 } })
    expect(read({}).kind).toBe('nothing')
    expect(read({ gatewayId: '8', bankReference: '4056' }).kind).toBe('captured')
  })

  it('takes another reference under a known id for no money, and fills in one that was missing', () => {
    expect(read({ bankReference: '' }).kind).toBe('nothing')
    expect(read({ bankReference: '4056' })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'reference_changed', known: '4055', told: '4056', inReviewPaise: 34_500 },
    })
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, bankReference: '' as never })),
    }
    expect(read({}, nameless)).toEqual({ kind: 'referenced', gatewayId: '7', bankReference: '4055' })
  })

  it('holds the same reference under another id, since money does not come twice under one', () => {
    expect(read({ gatewayId: '8' })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'reference_reused', gatewayId: '8', inReviewPaise: 34_500 },
    })
  })

  it.each([
    [40_000, 5_500],
    [30_000, 0],
  ])('notes that the amount is %i paise now, and holds %i of it', (amountPaise, inReviewPaise) => {
    expect(read({ amountPaise })).toMatchObject({
      kind: 'discrepancyFound',
      discrepancy: { kind: 'amount_changed', known: '345.00', inReviewPaise },
    })
  })

  it('knows a payment without an id by its attempt, also once the gateway has an id for it', () => {
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, gatewayId: 'JP1' as never })),
    }
    for (const gatewayId of ['', '7']) expect(read({ gatewayId }, nameless).kind).toBe('nothing')
    expect(read({ gatewayId: '' }).kind).toBe('nothing')
    expect(read({ gatewayId: '', clientTxnId: 'JP1R2', bankReference: '' }).kind).toBe('captured')
  })

  it('notes each discrepancy once, and no more than ten', () => {
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

  it('expires an unpaid payment only by an answer after the window, never by silence', () => {
    const late = after(31 * 60_000)
    expect(interpretAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, after(60_000)).kind).toBe(
      'nothing',
    )
    expect(interpretAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, late).kind).toBe('expired')
    expect(interpretAnswer(payment, { kind: 'not_found' }, late).kind).toBe('expired')
    expect(interpretAnswer(payment, { kind: 'unavailable', message: 'no' }, late).kind).toBe('nothing')
  })

  it('expires at once when the gateway says the payment failed', () => {
    expect(interpretAnswer(payment, { kind: 'failed', vendorStatus: 'close' }, after(1)).kind).toBe('expired')
  })
})

describe('reading the answers about several attempts', () => {
  const attempts = [newAttempt('JP1', start), newAttempt('JP1R2', start)]
  const two = { ...payment, attempts }
  const resolution = { kind: 'failed', vendorStatus: 'close' } as const
  const open = { kind: 'pending', vendorStatus: 'scanning' } as const
  const about = (...answers: Parameters<typeof interpretAnswer>[1][]) =>
    answers.map((answer, place) => ({ attemptId: attempts[place]!.id, answer }))

  it('takes the money of any of them', () => {
    expect(interpretAnswers(two, about(resolution, { ...paid, clientTxnId: 'JP1R2' }), start).kind).toBe(
      'captured',
    )
    expect(interpretAnswers(two, about(paid, open), start).kind).toBe('captured')
  })

  it('expires only when each was asked about and has expired', () => {
    expect(interpretAnswers(two, about(resolution, resolution), start).kind).toBe('expired')
    expect(interpretAnswers(two, about(resolution, open), start).kind).toBe('nothing')
    expect(
      interpretAnswers(two, about(resolution, { kind: 'unavailable', message: '' }), after(31 * 60_000)).kind,
    ).toBe('nothing')
    expect(interpretAnswers(two, about(resolution), start).kind).toBe('nothing')
  })
})
