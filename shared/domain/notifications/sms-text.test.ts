import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../tests/simulators/inbox/sms-parts.ts'
import type { Notification, NotificationFacts, RefundCause } from './notification.ts'
import { smsTemplates, smsText, templateToRegister } from './sms-text.ts'

const to = { name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001' }
const shop = 'https://jhatpat.in'

const refund = (cause: RefundCause, itemname = '284 Diamonds'): Notification => ({
  kind: 'order_refunded',
  ref: 'JP261121K7Q2MDX4',
  to,
  facts: { itemname, amountPaise: 34_500, pricePaise: 34_500, cause, reason: '“Indo” – ₹' },
})

describe('smsText', () => {
  it('fits one part, with a short link and the template’s exact words', () => {
    const sms = smsText(refund('by_admin', 'Señor’s 284 💎 Diamonds'), shop)
    expect(sms).toEqual({
      text: "Jhatpat: Rs 345 for Senor's 284 Diamonds is back in your wallet. https://jhatpat.in/o/JP261121K7Q2MDX4",
      template: {
        name: 'order_refunded',
        values: ['Rs 345', "Senor's 284 Diamonds", 'JP261121K7Q2MDX4'],
      },
    })
  })

  it('leaves an order’s placement and secondary notifications to mail', () => {
    expect(smsText(refund('paid_twice'), shop)).toBeUndefined()
    const open: NotificationFacts['order_placed'] = {
      itemname: 'x',
      amountPaise: 1,
      stage: 'queued',
      delivered: 0,
      total: 1,
      promisedBy: new Date(0),
      isLate: false,
    }
    const notification = { ref: 'JP1', to, facts: open }
    expect(smsText({ ...notification, kind: 'order_placed' }, shop)).toBeUndefined()
    expect(smsText({ ...notification, kind: 'order_in_hand' }, shop)?.template.name).toBe('order_in_hand')
  })

  it('shortens a long name, and leaves out the link before the name', () => {
    const long = refund('late', 'Weekly Diamond Pass with a very long name indeed')
    expect(smsText(long, shop)?.text).toContain('for Weekly Diamond Pass with a.. came')
    const farAway = `https://${'long-'.repeat(12)}.example.test`
    const { text = '' } = smsText(long, farAway) ?? {}
    expect(text).toMatch(/It is in your wallet\.$/)
    expect(text).toContain('Weekly Diamond')
  })

  it('does not call a bundle delivered when only some of its units were sent again', () => {
    const facts = { itemname: 'Three packs', account: 'RaviOP', tookMs: 1, again: { sent: 1, total: 3 } }
    const sms = smsText({ kind: 'order_completed', ref: 'JP1', to, facts }, shop)
    expect(sms?.text).toContain('Jhatpat: 1 of 3 packs of Three packs is delivered.')
  })

  it('calls an item without a printable name "your order"', () => {
    expect(smsText(refund('by_admin', '💎💎 हीरे'), shop)?.text).toContain('Rs 345 for your order is back')
  })
})

const paise = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const words = fc.string({ unit: 'binary', maxLength: 200 })
const count = fc.nat(20)
const open = fc.record({
  itemname: words,
  amountPaise: paise,
  delivered: count,
  total: count,
  stage: fc.constantFrom('manual', 'queued', 'supplier_unavailable', 'sent', 'supplier_review', 'in_review'),
  promisedBy: fc.date({ noInvalidDate: true }),
  isLate: fc.boolean(),
})
const refundFacts = fc.record({
  itemname: words,
  amountPaise: paise,
  pricePaise: paise,
  reason: words,
  cause: fc.constantFrom('rejected', 'by_admin', 'late', 'paid_twice', 'wrong_amount'),
})
const ticketFacts = fc.record({
  itemname: words,
  amountPaise: paise,
  account: words,
  customer: words,
  note: words,
  issue: fc.constantFrom('not_received', 'partly_received', 'wrong_account'),
  references: fc.array(words),
  replyDueAt: fc.date({ noInvalidDate: true }),
})
const facts = {
  order_placed: open,
  order_in_hand: open,
  order_completed: fc.record({
    itemname: words,
    account: words,
    tookMs: fc.nat(),
    again: fc.oneof(fc.constant('whole'), fc.record({ sent: count, total: count })),
  }),
  order_part_delivered: fc.record({
    itemname: words,
    account: words,
    delivered: count,
    total: count,
    backPaise: paise,
  }),
  order_refunded: refundFacts,
  order_cancelled: fc.record({ itemname: words, amountPaise: paise, reason: words }),
  ticket_opened: ticketFacts,
  ticket_late: ticketFacts,
  order_codes_added: fc.record({ itemname: words }),
  ticket_message: fc.record({ itemname: words, text: words }),
  ticket_resolved: fc.record({ itemname: words, text: words }),
  redelivery_failed: fc.record({ itemname: words, replyDueAt: fc.date({ noInvalidDate: true }) }),
  topup_received: fc.record({ amountPaise: paise, balancePaise: paise }),
  topup_more: fc.record({ amountPaise: paise, balancePaise: paise, isSecond: fc.boolean() }),
  account_code: fc.record({ code: fc.stringMatching(/^\d{6}$/) }),
  account_exists: fc.constant({}),
  email_taken: fc.constant({}),
  email_verify: fc.record({ path: words, name: words, mobileEnd: words }),
  password_reset: fc.record({ path: words }),
  sign_in_link: fc.record({ path: words }),
  contact_changed: fc.record({ path: words }),
  team_invite: fc.record({ path: words, by: words, role: words }),
  owner_alert: fc.record({ subject: words, sentence: words }),
  owner_change: fc.record({ path: words, by: words, text: words }),
  erasure: fc.record({ subject: words, sentence: words }),
} satisfies Record<Notification['kind'], fc.Arbitrary<unknown>>

const notifications = fc.oneof(
  ...Object.entries(facts).map(([kind, some]) =>
    fc.record({
      kind: fc.constant(kind),
      ref: fc.string({ maxLength: 60 }),
      to: fc.constant(to),
      facts: some,
    }),
  ),
) as fc.Arbitrary<Notification>

describe('every notification', () => {
  it('is one part by the provider’s count, with each gap of its template short enough', () => {
    const seen = new Set<string>()
    const urls = fc.oneof(fc.constant(shop), fc.webUrl({ size: 'large' }))
    fc.assert(
      fc.property(notifications, urls, (notification, url) => {
        const sms = smsText(notification, url)
        if (!sms) return
        seen.add(sms.template.name)
        expect(partsOf(sms.text)).toBe(1)
        expect(sms.text).not.toMatch(/[{}\r\n]/)
        const gaps = sms.template.values.filter(
          (value) => !sms.text.includes(`/o/${encodeURIComponent(value)}`),
        )
        for (const value of gaps) expect(value.length).toBeLessThanOrEqual(30)
      }),
      { numRuns: 3_000 },
    )
    expect([...seen].sort()).toEqual(Object.keys(smsTemplates).sort())
  })

  it('fills the template’s gaps in the order in which they were registered', () => {
    for (const [kind, some] of Object.entries(facts)) {
      const [one] = fc.sample(some as fc.Arbitrary<unknown>, { numRuns: 1, seed: 7 })
      const sms = smsText({ kind, ref: 'JP261121K7Q2MDX4', to, facts: one } as Notification, shop)
      if (!sms) continue
      const filled = sms.template.values.reduce(
        (text, value) => text.replace('{#var#}', () => value),
        templateToRegister(sms.template.name, shop),
      )
      expect(filled).toBe(sms.text)
    }
  })
})
