import { describe, expect, it } from 'vitest'
import { erasedText } from '../../contracts/erased-text.ts'
import { erasedValues } from './erased-values.ts'

const at = new Date('2026-11-21T10:00:00Z')
const order = {
  _id: 'JP261121AAAAAAAA',
  customer: {
    userid: 'U1',
    name: 'Asha',
    email: 'asha@example.com',
    mobilenumber: '9800000001',
    role: 'user',
  },
  input1: 'player-1',
  input2: '',
  playerName: 'Ash',
  pricePaise: 34_500,
  payment: {
    captures: [
      { payer: 'asha@upi', amountPaise: 34_500 },
      { payer: '', amountPaise: 1 },
    ],
  },
  ticket: { note: 'nothing came', messages: [{ text: 'hello', at }], resolution: null },
  staffActions: [
    { name: 'Meera', reason: 'she wrote from asha@example.com', context: { detail: 'player-1' } },
  ],
  notes: [],
}

describe('the values that erase an order', () => {
  const erased = erasedValues('orders', order)

  it('replace what the schema requires, and empty the rest, in lists too', () => {
    expect(erased).toEqual({
      'customer.name': erasedText,
      'customer.email': erasedText,
      'customer.mobilenumber': '',
      input1: erasedText,
      playerName: '',
      'payment.captures.0.payer': '',
      'ticket.note': '',
      'ticket.messages.0.text': erasedText,
      'staffActions.0.reason': '',
      'staffActions.0.context.detail': '',
    })
  })

  it('leave ids, money and the names of staff', () => {
    const paths = Object.keys(erased).join(' ')
    for (const kept of ['_id', 'userid', 'Paise', 'staffActions.0.name']) expect(paths).not.toContain(kept)
  })

  it('are none when they are applied already', () => {
    const done = structuredClone({ ...order, input1: erasedText, playerName: '' })
    done.customer = { ...done.customer, name: erasedText, email: erasedText, mobilenumber: '' }
    done.payment.captures[0] = { payer: '', amountPaise: 34_500 }
    done.ticket.note = ''
    done.ticket.messages[0] = { text: erasedText, at }
    done.staffActions[0] = { name: 'Meera', reason: '', context: { detail: '' } }
    expect(erasedValues('orders', done)).toEqual({})
  })

  it('empty dates and mixed values', () => {
    expect(erasedValues('users', { lastSeenAt: at })).toEqual({ lastSeenAt: null })
    const calls = [{ asked: { userid: 'player-1' }, answered: {}, note: '' }]
    expect(erasedValues('vendor_calls', { calls })).toEqual({ 'calls.0.asked': {} })
  })
})
