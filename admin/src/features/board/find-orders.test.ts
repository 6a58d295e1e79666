import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { matchesSearch } from './board-tabs.ts'

const order = makeBoardOrder({
  orderid: 'JP261121K7Q2MD',
  input1: '123456789',
  input2: '1234',
  useremail: 'Arjun.Nair@mail.in',
  timeline: [{ step: 'paid', at: '2026-11-21T15:00:00Z', reference: '432198765012' }],
  customer: { _id: 'u1', name: 'Arjun Nair', role: 'user', mobilenumber: '9876543210' },
})

describe('the board’s search', () => {
  it.each([
    ['the order id', 'JP261121K7Q2MD'],
    ['the order id in groups', 'jp-261121-k7q2md'],
    ['the player id', '123456789'],
    ['the player id with its zone', '123456789 (1234)'],
    ['the e-mail', 'arjun.nair@MAIL.in'],
    ['the mobile number', '98765 43210'],
    ['the mobile number with its country code', '+91 98765 43210'],
    ['the bank reference', '4321 9876 5012'],
    ['a part of the name', 'arjun'],
  ])('finds an order by %s', (_what, text) => {
    expect(matchesSearch(order, text)).toBe(true)
  })

  it('matches everything when nothing is typed, and nothing that does not match', () => {
    expect(matchesSearch(order, '  ')).toBe(true)
    expect(matchesSearch(order, '555555')).toBe(false)
  })
})
