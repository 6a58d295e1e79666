import { describe, expect, it } from 'vitest'
import { addressOfSender, mailTexts, nameOfSender } from './mail-texts.ts'
import type { Notification } from './notification.ts'

const to = { name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001' }
const order = { ref: 'JP261121K7Q2MD', to }
const publicUrl = 'https://jhatpat.test'
const shop = { name: 'Jhatpat', publicUrl, support: 'support@jhatpat.test' }

const placed = {
  ...order,
  kind: 'order_placed',
  facts: {
    itemname: '284 Diamonds',
    amountPaise: 34_500,
    stage: 'queued',
    delivered: 0,
    total: 1,
    promisedBy: new Date('2026-11-21T15:42:00Z'),
    isLate: false,
  },
} as const satisfies Notification

const refund = (
  facts: Partial<Extract<Notification, { kind: 'order_refunded' }>['facts']>,
): Notification => ({
  ...order,
  kind: 'order_refunded',
  facts: {
    itemname: '284 Diamonds',
    amountPaise: 34_500,
    pricePaise: 34_500,
    cause: 'rejected',
    reason: '',
    ...facts,
  },
})

describe('mailTexts', () => {
  it('contains a placed order’s amount, its promise in Indian time and its page', () => {
    const mail = mailTexts(placed, shop)
    expect(mail.subject).toBe('Payment received: 284 Diamonds · JP261121K7Q2MD')
    expect(mail.text).toContain('We received ₹345 for 284 Diamonds.')
    expect(mail.text).toContain('Expected by 9:12 pm.')
    expect(mail.text).toContain(`${publicUrl}/confirmation?client_txn_id=JP261121K7Q2MD`)
  })

  it.each([
    ['manual', 0, 'Our team will deliver it manually.'],
    ['queued', 0, 'It’s in the queue.'],
    ['queued', 1, '1 of 3 packs is delivered. The rest is in the queue.'],
    ['sent', 2, '2 of 3 packs are delivered. The rest was sent to the supplier'],
    [
      'supplier_unavailable',
      0,
      'The supplier is unavailable right now. We’ll send it as soon as they’re back.',
    ],
    [
      'supplier_unavailable',
      1,
      '1 of 3 packs is delivered. The supplier is unavailable right now. We’ll send the rest',
    ],
    ['supplier_review', 0, 'The supplier is checking your order.'],
    ['supplier_review', 2, '2 of 3 packs are delivered. The supplier is checking the rest.'],
    ['in_review', 0, 'Our team is reviewing it.'],
  ] as const)('describes an open order at stage %s with %i units delivered', (stage, delivered, said) => {
    const facts = { ...placed.facts, stage, delivered, total: 3 }
    for (const kind of ['order_placed', 'order_in_hand'] as const) {
      const { text } = mailTexts({ ...placed, kind, facts }, shop)
      expect(text).toContain(said)
      if (stage !== 'sent') expect(text).not.toContain('sent to the supplier')
    }
  })

  it('calls an open order delayed, and does not promise a time, only once that has passed', () => {
    const inHand = { ...placed, kind: 'order_in_hand' } as const
    expect(mailTexts(inHand, shop).subject).toMatch(/^We’re working on your order: /)
    const { subject, text } = mailTexts({ ...inHand, facts: { ...placed.facts, isLate: true } }, shop)
    expect(subject).toMatch(/^Your order is delayed: /)
    expect(text).toContain('It was due by 9:12 pm. Sorry for the delay.')
    expect(text).not.toContain('Expected by')
  })

  it('names the day on which a spending freeze ends', () => {
    const frozenUntil = new Date('2026-11-23T15:42:00Z')
    const notification: Notification = {
      ...account,
      kind: 'contact_changed',
      facts: { path: '/x', frozenUntil },
    }
    expect(mailTexts(notification, shop).text).toContain('Spending is paused until 9:12 pm on 23 Nov.')
  })

  it('names the day of a reply that is due tomorrow', () => {
    const replyDueAt = new Date('2026-11-22T18:42:00Z')
    const { text } = mailTexts(
      { ...order, kind: 'redelivery_failed', facts: { itemname: 'x', replyDueAt } },
      shop,
    )
    expect(text).toContain('We’ll reply by 12:12 am on 23 Nov.')
  })

  it('contains account and duration of a delivery, and the 48 hours', () => {
    const completed: Notification = {
      ...order,
      kind: 'order_completed',
      facts: { itemname: '284 Diamonds', account: 'RaviOP', tookMs: 47_400 },
    }
    const { text } = mailTexts(completed, shop)
    expect(text).toContain('284 Diamonds was delivered to RaviOP in 47 seconds.')
    expect(text).toContain('within 48 hours')
  })

  it.each([
    [1, '1 of 3 packs of Three packs was delivered to RaviOP. This was a free replacement.'],
    [2, '2 of 3 packs of Three packs were delivered to RaviOP. These were free replacements.'],
  ])(
    'mentions only %i of three units of a partial redelivery, when announced and when delivered',
    (sent, line) => {
      const common = { itemname: 'Three packs', again: { sent, total: 3 } }
      const said = { ...common, account: 'RaviOP', tookMs: 47_400 }
      const { subject, text } = mailTexts({ ...order, kind: 'order_completed', facts: said }, shop)
      expect(subject).toContain(`Delivered: ${sent} of 3 packs of Three packs`)
      expect(text).toContain(line)
      const answer = { ...common, text: 'We send it again' }
      const answered = mailTexts({ ...order, kind: 'ticket_resolved', facts: answer }, shop)
      expect(answered.text).toContain(`We’re sending ${sent} of 3 packs of Three packs again at no cost.`)
      const { again: _, ...whole } = answer
      expect(mailTexts({ ...order, kind: 'ticket_resolved', facts: whole }, shop).text).not.toContain(
        'packs of',
      )
    },
  )

  it('does not call a partial delivery delivered, and states the refund', () => {
    const part: Notification = {
      ...order,
      kind: 'order_part_delivered',
      facts: { itemname: 'Three packs', account: 'RaviOP', delivered: 2, total: 3, backPaise: 11_500 },
    }
    const { subject, text } = mailTexts(part, shop)
    expect(subject).toContain('Partly delivered: Three packs')
    expect(text).toContain('2 of 3 packs of Three packs were delivered to RaviOP.')
    expect(text).toContain('₹115 for the rest was refunded to your wallet.')
  })

  it.each([
    ['', 'Reason: No reason provided.'],
    ['Delivered elsewhere!', 'Reason: Delivered elsewhere.'],
  ])(
    'explains why an order was cancelled (%j), what happens with the money, and how to reach support',
    (reason, said) => {
      const facts = { itemname: '284 Diamonds', amountPaise: 34_500, reason }
      const { text } = mailTexts({ ...order, kind: 'order_cancelled', facts }, shop)
      expect(text).toContain(`Your order for 284 Diamonds was cancelled. ${said}`)
      expect(text).toContain('₹345 was not refunded.')
      expect(text).toContain('Contact us: support@jhatpat.test')
    },
  )

  it.each([
    [
      { cause: 'rejected', reason: 'Region not allowed!' },
      'was refunded to your wallet.\nReason: Region not allowed.\nYou can',
    ],
    [{ cause: 'by_admin', reason: '' }, '₹345 for 284 Diamonds was refunded to your wallet.\nYou can use'],
    [{ cause: 'late' }, 'arrived after the order had ended. It’s been added to your wallet.'],
    [{ cause: 'paid_twice' }, 'The second ₹345 was refunded to your wallet.'],
    [
      { cause: 'wrong_amount', amountPaise: 30_050 },
      'We received ₹300.50 instead of ₹345 for 284 Diamonds.\nThe order wasn’t placed and the money is in your wallet.',
    ],
  ] as const)('states where the money of a refund is: %j', (facts, said) => {
    expect(mailTexts(refund(facts), shop).text).toContain(said)
  })

  it('shows a top-up’s amount in Indian digit grouping, and links to the wallet', () => {
    const topUp: Notification = {
      ref: 'JT261121K7Q2MD',
      to,
      kind: 'topup_received',
      facts: { amountPaise: 50_000, balancePaise: 10_000_000 },
    }
    const { text } = mailTexts(topUp, shop)
    expect(text).toContain('Your wallet top-up of ₹500 was successful.\nWallet balance: ₹1,00,000.')
    expect(text).toContain(`${publicUrl}/walletconfirmation?client_txn_id=JT261121K7Q2MD`)
  })

  it('escapes markup and line breaks in names and reasons', () => {
    const hostile = refund({ reason: '<img src=x onerror=alert(1)>\r\nPay again here' })
    hostile.to = { ...to, name: 'Asha\r\nBcc: all@example.test' }
    const mail = mailTexts(hostile, shop)
    expect(mail.html).not.toContain('<img')
    expect(mail.text.split('\n')[0]).toBe('Hi Asha Bcc: all@example.test,')
    expect(mail.text).toContain('onerror=alert(1)> Pay again here.')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })
})

const path = '/reset_password/665000000000000000000001/s3cret'
const account = { ref: 'JN261121K7Q2MDX4', to }
const accountMails: Notification[] = [
  { ...account, kind: 'email_taken', facts: {} },
  { ...account, kind: 'email_verify', facts: { path, name: 'Asha Rao', mobileEnd: '001' } },
  { ...account, kind: 'password_reset', facts: { path } },
  { ...account, kind: 'sign_in_link', facts: { path } },
  { ...account, kind: 'contact_changed', facts: { path } },
  { ...account, kind: 'team_invite', facts: { path, by: 'Meera Iyer', role: 'Support' } },
  { ...account, kind: 'owner_alert', facts: { subject: 'A limit', sentence: 'Meera has moved ₹10,000.' } },
  { ...account, kind: 'owner_change', facts: { path, by: 'Meera Iyer', text: 'block the owner Imran' } },
  { ...account, kind: 'erasure', facts: { subject: 'Your account', sentence: 'It will be deleted.' } },
]

describe.each(accountMails)('the mail of $kind', (notification) => {
  it('has the same content in text and HTML, with one link, the shop’s name and the support contact', () => {
    const { text, html } = mailTexts(notification, { ...shop, name: 'Topper' })
    const shown = html.replace(/<title>.*<\/title>|<[^>]+>/g, '\n')
    for (const line of text.split(/\n|: (?=https)/).filter(Boolean)) expect(shown).toContain(line)
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    expect(links).toEqual([links[0], links[0]])
    expect(text).toContain(`: ${links[0]}\n`)
    expect(links[0]).toMatch(/^https:\/\/jhatpat\.test\/(login|reset_password\/665\w+\/s3cret)$/)
    expect(text).toMatch(/\nTopper · JN261121K7Q2MDX4\nNeed help\? support@jhatpat\.test\n$/)
  })

  it('escapes markup, attributes and line breaks in typed text', () => {
    const hostile = `"><script>alert('1')</script>\r\nBcc: all@example.test`
    const facts = Object.fromEntries(Object.keys(notification.facts).map((name) => [name, hostile]))
    const all = { ...notification, ref: hostile, to: { ...to, name: hostile }, facts } as Notification
    const { subject, text, html } = mailTexts(all, { ...shop, name: hostile, support: hostile })
    expect(html).not.toMatch(/<script|alert\('1'\)|href="[^"]*"></)
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text.split('\n')[0]).toMatch(/^Hi ">.* Bcc: all@example\.test,$/)
  })
})

it.each([
  ['Jhatpat <orders@jhatpat.test>', 'Jhatpat', 'orders@jhatpat.test'],
  ['"Top Up, Now" <orders@topup.test>', 'Top Up, Now', 'orders@topup.test'],
  ['orders@topup.test', 'topup.test', 'orders@topup.test'],
  ['<orders@topup.test>', 'topup.test', 'orders@topup.test'],
])('extracts the shop’s name and address from the sender %s: %s, %s', (from, name, address) => {
  expect(nameOfSender(from)).toBe(name)
  expect(addressOfSender(from)).toBe(address)
})
