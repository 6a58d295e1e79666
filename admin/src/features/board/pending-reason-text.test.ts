import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { describe, expect, it } from 'vitest'
import { pointsText } from '../../lib/evidence-texts.ts'
import { factText } from '../../lib/order-facts.ts'
import { makeBoardOrder } from './board-order-fixture.ts'
import { paidText, pendingReasonText } from './pending-reason-text.ts'

describe('the pending reason of an order', () => {
  it('names the kind and falls back to the payment for the second line', () => {
    expect(pendingReasonText(makeBoardOrder())).toMatchObject({
      title: 'Manual delivery',
      detail: 'Paid by UPI, ref 4321 9870 1177',
    })
    const pendingReason = {
      kind: 'outcome_unknown',
      since: '',
      detail: 'Smile.one BR: no answer in 60 s',
    } as const
    expect(pendingReasonText(makeBoardOrder({ pendingReason }))).toMatchObject({
      title: 'Outcome unknown',
      tone: 'bad',
      detail: 'Smile.one BR: no answer in 60 s',
    })
  })

  it('states how much of an order arrived, and until when a supplier is in cooldown', () => {
    const since = '2026-11-21T15:00:00.000Z'
    const partly = { kind: 'partly_delivered', since, detail: 'The recharge has failed.' } as const
    expect(
      pendingReasonText(makeBoardOrder({ pendingReason: partly, units: { total: 3, delivered: 1 } })).detail,
    ).toBe('1 of 3 units delivered')
    const until = new Date(Date.now() + 600_000).toISOString()
    const paused = { kind: 'supplier_unavailable', since, detail: 'SMILEPH does not answer', until } as const
    const detailOf = (pendingReason: BoardOrder['pendingReason']) =>
      pendingReasonText(makeBoardOrder({ pendingReason })).detail
    expect(detailOf(paused)).toBe(`Next attempt ${clockTime(until)}. Smile.one PH does not answer`)
    expect(detailOf({ ...paused, kind: 'outcome_unknown' })).toMatch(/^Next check .*Smile\.one PH/)
    expect(detailOf({ ...paused, until: since }), 'the time has passed').toBe('Smile.one PH does not answer')
  })

  it('names the supplier of an incident, never the id of the incident', () => {
    const pendingReason = { kind: 'on_hold', since: '2026-11-21T15:00:00.000Z', detail: 'MOOGOLD:1' } as const
    expect(pendingReasonText(makeBoardOrder({ pendingReason }))).toMatchObject({
      title: 'On hold: incident',
      detail: 'MooGold is on hold',
    })
    const all = { ...pendingReason, detail: 'ALL:12' }
    expect(pendingReasonText(makeBoardOrder({ pendingReason: all })).detail).toBe('Every supplier is on hold')
  })

  it('states how it was paid', () => {
    expect(paidText(makeBoardOrder({ paymentmode: 'wallet' }))).toBe('Paid by wallet')
    expect(paidText(makeBoardOrder({ transactionid: '' }))).toBe('Paid by UPI')
    const again = makeBoardOrder({ redeliveryOf: 'JP261120CCCCCC03', paymentmode: 'wallet' })
    expect(paidText(again)).toBe('Free, replacement for JP-261120-CCCCCC03')
  })

  it('writes each timeline entry with its amount, reference, reason and person', () => {
    const order = makeBoardOrder()
    const at = order.createdAt
    expect(factText({ step: 'paid', at, amount: 345, reference: '432198765012' }, order)).toBe(
      'Paid ₹345 by UPI, ref 4321 9876 5012',
    )
    expect(factText({ step: 'sent', at, reference: 'S-9' }, order)).toBe('Sent to the supplier, ref S-9')
    expect(factText({ step: 'cancelled', at, reason: 'Fraud', by: 'Meera' }, order)).toBe(
      'Cancelled, by Meera: Fraud',
    )
  })

  it('compares the supplier balance before and after', () => {
    expect(
      pointsText(makeBoardOrder({ supplierBalance: { before: '184220.00', after: '181380.00' } })),
    ).toEqual({
      before: '1,84,220',
      after: '1,81,380',
      change: '−2,840, all purchases since',
    })
    expect(pointsText(makeBoardOrder({ supplierBalance: { before: '10', after: '10' } }))?.change).toBe(
      'unchanged',
    )
    expect(pointsText(makeBoardOrder({ supplierBalance: { before: '10', after: '' } }))).toEqual({
      before: '10',
      after: 'unknown',
      change: '',
    })
    expect(pointsText(makeBoardOrder({ supplierBalance: { before: '100.15', after: '93.9' } }))?.change).toBe(
      '−6.25, all purchases since',
    )
    expect(pointsText(makeBoardOrder())).toBeUndefined()
  })
})
