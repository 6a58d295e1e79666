import { describe, expect, it } from 'vitest'
import type { Notice } from './notice.ts'
import { noticeTexts } from './notice-texts.ts'

const to = { name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001' }
const order = { ref: 'JP261121K7Q2MD', to }
const shop = 'https://jhatpat.test'

const placed: Notice = {
  ...order,
  kind: 'order_placed',
  facts: {
    itemname: '284 Diamonds',
    amountPaise: 34_500,
    delivery: 'instant',
    promisedBy: new Date('2026-11-21T15:42:00Z'),
  },
}

const refund = (facts: Partial<Extract<Notice, { kind: 'order_refunded' }>['facts']>): Notice => ({
  ...order,
  kind: 'order_refunded',
  facts: {
    itemname: '284 Diamonds',
    amountPaise: 34_500,
    pricePaise: 34_500,
    cause: 'refused',
    reason: '',
    ...facts,
  },
})

describe('noticeTexts', () => {
  it('tells a placed order its amount, its promise in Indian time and its page', () => {
    const { mail } = noticeTexts(placed, shop)
    expect(mail.subject).toBe('Paid: 284 Diamonds · JP261121K7Q2MD')
    expect(mail.text).toContain('₹345 for 284 Diamonds has reached us.')
    expect(mail.text).toContain('This one is promised by 9:12 pm.')
    expect(mail.text).toContain(`${shop}/confirmation?client_txn_id=JP261121K7Q2MD`)
  })

  it('does not promise a minute where people deliver', () => {
    const byHand: Notice = { ...placed, facts: { ...placed.facts, delivery: 'by_hand' } }
    expect(noticeTexts(byHand, shop).sms).toContain('Our team delivers it by hand, by 9:12 pm.')
  })

  it('names account and duration of a delivery, and the 48 hours', () => {
    const completed: Notice = {
      ...order,
      kind: 'order_completed',
      facts: { itemname: '284 Diamonds', account: 'RaviOP', tookMs: 47_400 },
    }
    const { text } = noticeTexts(completed, shop).mail
    expect(text).toContain('284 Diamonds is delivered to RaviOP, 47 seconds after your payment.')
    expect(text).toContain('within 48 hours')
  })

  it.each([
    [
      { cause: 'refused', reason: 'Region not allowed!' },
      'back in your wallet. Reason: Region not allowed. You can',
    ],
    [{ cause: 'by_admin', reason: '' }, 'Rs 345 for 284 Diamonds is back in your wallet. You can use'],
    [{ cause: 'late' }, 'came after the order had closed. It is in your wallet.'],
    [{ cause: 'paid_twice' }, 'Your second Rs 345 is in your wallet.'],
    [
      { cause: 'wrong_amount', amountPaise: 30_050 },
      'Rs 300.50 came instead of Rs 345 for 284 Diamonds. It is in your wallet; the order was not bought.',
    ],
  ] as const)('says where the money of a refund is: %j', (facts, said) => {
    expect(noticeTexts(refund(facts), shop).sms).toContain(said)
  })

  it('tells a top-up, grouped the Indian way, and leads to the wallet', () => {
    const topUp: Notice = {
      ref: 'JT261121K7Q2MD',
      to,
      kind: 'topup_received',
      facts: { amountPaise: 50_000, balancePaise: 10_000_000 },
    }
    const { text } = noticeTexts(topUp, shop).mail
    expect(text).toContain('Your top-up of ₹500 has arrived.\nYour wallet now holds ₹1,00,000.')
    expect(text).toContain(`${shop}/walletconfirmation?client_txn_id=JT261121K7Q2MD`)
  })

  it('keeps text messages in the alphabet that allows 160 letters a part', () => {
    const sms = noticeTexts(refund({ reason: '“Indo” – don’t · ₹1' }), shop).sms
    expect(sms).toMatch(/^[\x20-\x7e]+$/)
  })

  it('lets no name or reason write markup or further lines', () => {
    const hostile = refund({ reason: '<img src=x onerror=alert(1)>' })
    hostile.to = { ...to, name: 'Asha\r\nBcc: all@example.test' }
    const { mail } = noticeTexts(hostile, shop)
    expect(mail.html).not.toContain('<img')
    expect(mail.text.split('\n')[0]).toBe('Hello Asha Bcc: all@example.test,')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })
})
