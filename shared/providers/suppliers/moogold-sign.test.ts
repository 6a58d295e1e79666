import { describe, expect, it } from 'vitest'
import { signMooGold } from './moogold.ts'

describe('signMooGold', () => {
  it('signs a call without data as the vendor does', () => {
    const call = { body: '{"path":"user/balance"}', timestamp: '1700000000', path: 'user/balance' }
    expect(signMooGold(call, 'testsecret')).toBe(
      'ef3e239778accb0a290c800753ded93d7bd3bf64ecf4b5adc2f6a733f7731cfe',
    )
  })

  it('signs an order as the vendor does', () => {
    const body = JSON.stringify({
      path: 'order/create_order',
      data: { category: 1, 'product-id': 1001, quantity: 1, 'User ID': '12345678', 'Server ID': '2001' },
      partnerOrderId: 'ORD-1',
    })
    expect(signMooGold({ body, timestamp: '1700000000', path: 'order/create_order' }, 'testsecret')).toBe(
      '097df262f117f02fd362ee679935713ff69ccf0512c6318e9373c80712474943',
    )
  })
})
