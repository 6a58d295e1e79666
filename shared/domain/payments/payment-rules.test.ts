import { describe, expect, it } from 'vitest'
import { withNews } from './apply-news.ts'
import { newLink } from './payment-links.ts'
import { readAnswer, readAnswers } from './payment-rules.ts'
import { type IPayment, newPayment } from './payment-schema.ts'

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
  const held = { ...payment, captures: [{ ...paid, linkId: 'JP1', at: start, to: 'purchase' as const }] }
  const read = (more: Partial<typeof paid> | Record<string, unknown>, of = held) =>
    readAnswer(of, { ...paid, ...more }, after(9))

  it('takes money under a new id of the gateway as news, and the same id again as none', () => {
    const news = readAnswer(payment, paid, after(5))
    expect(news).toMatchObject({ kind: 'captured', capture: { gatewayId: '7', amountPaise: 34_500 } })
    expect(read({}).kind).toBe('nothing')
    expect(read({ gatewayId: '8', bankReference: '4056' }).kind).toBe('captured')
  })

  it('takes another reference under a known id for no money, and fills in one that was missing', () => {
    expect(read({ bankReference: '' }).kind).toBe('nothing')
    expect(read({ bankReference: '4056' })).toMatchObject({
      ...{
        kind: 'doubted',
        doubt: { kind: 'reference_changed', known: '4055', told: '4056', heldPaise: 34_500 },
      },
    })
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, bankReference: '' as never })),
    }
    expect(read({}, nameless)).toEqual({ kind: 'referenced', gatewayId: '7', bankReference: '4055' })
  })

  it('holds the same reference under another id, since money does not come twice under one', () => {
    expect(read({ gatewayId: '8' })).toMatchObject({
      ...{ kind: 'doubted', doubt: { kind: 'reference_used', gatewayId: '8', heldPaise: 34_500 } },
    })
  })

  it.each([
    [40_000, 5_500],
    [30_000, 0],
  ])('notes that the amount is %i paise now, and holds %i of it', (amountPaise, heldPaise) => {
    expect(read({ amountPaise })).toMatchObject({
      ...{ kind: 'doubted', doubt: { kind: 'amount_changed', known: '345.00', heldPaise } },
    })
  })

  it('knows a payment without an id by its link, also once the gateway has an id for it', () => {
    const nameless = {
      ...held,
      captures: held.captures.map((one) => ({ ...one, gatewayId: 'JP1' as never })),
    }
    for (const gatewayId of ['', '7']) expect(read({ gatewayId }, nameless).kind).toBe('nothing')
    expect(read({ gatewayId: '' }).kind).toBe('nothing')
    expect(read({ gatewayId: '', clientTxnId: 'JP1R2', bankReference: '' }).kind).toBe('captured')
  })

  it('notes each doubt once, and no more than ten', () => {
    let doubting: IPayment = held
    for (let number = 0; number < 30; number += 1) {
      const news = read({ bankReference: `9${number % 15}` }, doubting as never)
      if (news.kind === 'doubted') doubting = withNews(doubting, news)
    }
    expect(doubting.doubts.map((one) => one.id)).toEqual(Array.from({ length: 10 }, (_, n) => `D${n + 1}`))
    expect(doubting.doubtAt).toEqual(after(9))
  })

  it('lapses an unpaid payment only by an answer after the window, never by silence', () => {
    const late = after(31 * 60_000)
    expect(readAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, after(60_000)).kind).toBe(
      'nothing',
    )
    expect(readAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, late).kind).toBe('lapsed')
    expect(readAnswer(payment, { kind: 'not_found' }, late).kind).toBe('lapsed')
    expect(readAnswer(payment, { kind: 'unavailable', message: 'no' }, late).kind).toBe('nothing')
  })

  it('lapses at once when the gateway says the payment failed', () => {
    expect(readAnswer(payment, { kind: 'failed', vendorStatus: 'close' }, after(1)).kind).toBe('lapsed')
  })
})

describe('reading the answers about several links', () => {
  const links = [newLink('JP1', start), newLink('JP1R2', start)]
  const two = { ...payment, links }
  const closed = { kind: 'failed', vendorStatus: 'close' } as const
  const open = { kind: 'pending', vendorStatus: 'scanning' } as const
  const about = (...answers: Parameters<typeof readAnswer>[1][]) =>
    answers.map((answer, place) => ({ linkId: links[place]!.id, answer }))

  it('takes the money of any of them', () => {
    expect(readAnswers(two, about(closed, { ...paid, clientTxnId: 'JP1R2' }), start).kind).toBe('captured')
    expect(readAnswers(two, about(paid, open), start).kind).toBe('captured')
  })

  it('lapses only when each was asked about and has lapsed', () => {
    expect(readAnswers(two, about(closed, closed), start).kind).toBe('lapsed')
    expect(readAnswers(two, about(closed, open), start).kind).toBe('nothing')
    expect(
      readAnswers(two, about(closed, { kind: 'unavailable', message: '' }), after(31 * 60_000)).kind,
    ).toBe('nothing')
    expect(readAnswers(two, about(closed), start).kind).toBe('nothing')
  })
})
