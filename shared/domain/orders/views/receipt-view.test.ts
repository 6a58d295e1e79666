import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newPayment } from '../../payments/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { receiptView } from './receipt-view.ts'

const at = new Date('2026-11-21T15:12:00Z')
const env = { SHOP_ADDRESS: '14 Church Street | Bengaluru 560001', GSTIN: '', GST_PERCENT: 18 }
const withGst = { ...env, GSTIN: '29ABCDE1234F1Z5' }

const order = (more: Partial<OrderDoc> = {}): OrderDoc =>
  ({
    _id: 'JP261121GVT8DMZ5',
    status: 'Completed',
    paymentmode: 'wallet',
    walletTxnId: 'JW261121AAAA',
    customer: { name: 'Asha', email: 'asha@x.test' },
    item: { name: '86 Diamonds' },
    product: { name: 'Mobile Legends' },
    input1: '123',
    input2: '9',
    playerName: 'RaviOP',
    pricePaise: 34_500,
    creditedPaise: 0,
    payment: null,
    ticket: null,
    history: [],
    createdAt: at,
    processingAt: at,
    completedAt: at,
    ended: { at, by: 'supplier' },
    units: [{ state: 'delivered', supplierOrderId: 'SM-1' }],
    ...more,
  }) as unknown as OrderDoc

const capture = (amountPaise: number, allocatedTo: 'purchase' | 'wallet') => ({
  gatewayId: '7',
  attemptId: '',
  bankReference: '405512345678',
  amountPaise,
  payer: '',
  at,
  allocatedTo,
})
const byUpi = (...captures: ReturnType<typeof capture>[]): Partial<OrderDoc> => ({
  paymentmode: 'upi',
  walletTxnId: '',
  payment: { ...newPayment('upigateway', at, 1), state: 'paid', captures },
})

describe('a receipt', () => {
  it('names the item, the player, the price and each reference', () => {
    expect(receiptView(order(), env)).toMatchObject({
      number: 'R-261121-GVT8DMZ5',
      price: 345,
      received: 345,
      back: 0,
      account: 'RaviOP, 123 (9)',
      seller: ['14 Church Street', 'Bengaluru 560001'],
      paidReferences: ['JW261121AAAA'],
      deliveryReferences: ['SM-1'],
    })
    expect(receiptView(order(), env)).not.toHaveProperty('gst')
  })

  it('shows what was refunded of the payments', () => {
    const refunded = order({ status: 'Refunded', creditedPaise: 34_500, units: [] })
    expect(receiptView(refunded, withGst)).toMatchObject({ price: 345, received: 345, back: 345 })
    expect(receiptView(refunded, withGst)).not.toHaveProperty('gst')
    const twice = order({
      ...byUpi(capture(34_500, 'purchase'), capture(34_500, 'wallet')),
      creditedPaise: 34_500,
    })
    expect(receiptView(twice, env)).toMatchObject({ price: 345, received: 690, back: 345 })
    const wrong = order({
      ...byUpi(capture(30_000, 'wallet')),
      status: 'Refunded',
      creditedPaise: 30_000,
      units: [],
    })
    expect(receiptView(wrong, env)).toMatchObject({ price: 0, received: 300, back: 300 })
  })

  it('is refused for an unpaid order', () => {
    const unpaid = order({ ...byUpi(), status: 'Failed' })
    expect(() => receiptView(unpaid, env)).toThrow(expect.objectContaining({ code: 'not_paid' }))
  })

  it('splits the kept amount into net and tax, to the paisa, for any price and rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 40 }),
        (paise, percent) => {
          const { gst } = receiptView(order({ pricePaise: paise }), { ...withGst, GST_PERCENT: percent })
          const net = Math.round(gst!.net * 100)
          const tax = Math.round(gst!.tax * 100)
          expect(net + tax).toBe(paise)
          expect(Math.abs(tax * 100 - net * percent)).toBeLessThanOrEqual(100 + percent)
        },
      ),
    )
  })

  it('never contains delivered secrets', () => {
    const vault = [{ deliveryId: 'x', secrets: [{ label: 'Code', encrypted: 'SEALED', value: 'ABCD-1234' }] }]
    const text = JSON.stringify(receiptView(order({ vault } as unknown as Partial<OrderDoc>), env))
    expect(text).not.toMatch(/SEALED|ABCD|vault|Code/)
  })
})
