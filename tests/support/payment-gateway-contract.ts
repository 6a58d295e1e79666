import { beforeEach, describe, expect, it } from 'vitest'
import { made, makePaymentRequest, type PaymentGatewayHarness } from './payment-gateway-harness.ts'

/** Contract tests that every payment adapter must pass, run against its simulator. */
export function paymentGatewayContract(name: string, harness: PaymentGatewayHarness): void {
  describe(`payment gateway ${name}`, () => {
    beforeEach(() => harness.reset())
    it('has its name', () => expect(harness.make().name).toBe(name))
    describe('making a payment', () => creating(harness))
    describe('checking a payment', () => asking(harness))
    describe('money that is late, duplicate or of another amount', () => oddMoney(harness))
    describe('a gateway without a clear answer', () => unclear(harness))
    describe('a callback', () => callback(harness))
  })
}

const DAY_MS = 86_400_000

function creating(harness: PaymentGatewayHarness): void {
  it('returns a page, and app links with the exact amount where the gateway has them', async () => {
    const created = await harness.make().createPayment(makePaymentRequest('T-1'))
    expect(created).toMatchObject({
      kind: 'created',
      gatewayId: expect.stringMatching(/\w/),
      paymentUrl: expect.stringMatching(/^https?:/),
      upiLinks:
        harness.forms.appLinks === 'upi' ? { bhim: expect.stringMatching(/^upi:.*am=499\.50/) } : undefined,
    })
  })

  it('is unclear when the reference is in use: a payment exists', async () => {
    await made(harness, 'T-2')
    expect((await harness.make().createPayment(makePaymentRequest('T-2'))).kind).toBe('unknown')
  })

  it('is rejected with an unknown key, or a locked one', async () => {
    expect((await harness.make({ key: 'wrong' }).createPayment(makePaymentRequest('T-3'))).kind).toBe(
      'refused',
    )
    await harness.lockMerchant()
    expect((await harness.make().createPayment(makePaymentRequest('T-3'))).kind).toBe('refused')
  })

  it('never shows the key, even when the gateway repeats it', async () => {
    await harness.leakKey()
    await harness.next('create', 'refuse')
    const created = await harness.make().createPayment(makePaymentRequest('T-5'))
    expect(created.kind).toBe('refused')
    expect(JSON.stringify(created)).not.toContain(harness.key)
  })

  it.each(['timeout_accepted', 'timeout_lost', 'reset', 'http500', 'html', 'cut_json', 'no_id'] as const)(
    'does not know after %s',
    async (outcome) => {
      await harness.next('create', outcome)
      const created = await harness.make({ timeoutMs: 250 }).createPayment(makePaymentRequest(`T-${outcome}`))
      expect(created).toEqual({ kind: 'unknown', message: expect.any(String) })
    },
  )

  it('is deferred by HTTP 429: no payment was created', async () => {
    await harness.next('create', 'http429')
    const created = await harness.make().createPayment(makePaymentRequest('T-429'))
    expect(created).toMatchObject({ kind: 'rate_limited' })
    const query = { clientTxnId: 'T-429', createdAt: new Date() }
    expect((await harness.make().checkPayment(query)).kind).toBe('not_found')
  })

  it('is unclear when the gateway is unreachable', async () => {
    expect((await harness.make({ unreachable: true }).createPayment(makePaymentRequest('T-6'))).kind).toBe(
      'unknown',
    )
  })

  it('finds the payment whose reply was lost, and no other', async () => {
    await harness.next('create', 'timeout_accepted')
    await harness.make({ timeoutMs: 250 }).createPayment(makePaymentRequest('T-7'))
    const ask = (clientTxnId: string) => harness.make().checkPayment({ clientTxnId, createdAt: new Date() })
    expect(await ask('T-7')).toEqual({ kind: 'pending', vendorStatus: harness.forms.waiting })
    expect(await ask('T-8')).toEqual({ kind: 'not_found' })
  })
}

function asking(harness: PaymentGatewayHarness): void {
  it('is pending until the customer pays', async () => {
    const ask = await made(harness, 'T-10')
    expect(await ask()).toEqual({ kind: 'pending', vendorStatus: harness.forms.waiting })
  })

  it('is settled with amount, references and payer, on every check', async () => {
    const ask = await made(harness, 'T-11')
    await harness.pay('T-11')
    const first = await ask()
    expect(first).toMatchObject({ kind: 'paid', clientTxnId: 'T-11', amountPaise: 49_950 })
    expect(first).toMatchObject({
      bankReference: expect.stringMatching(/\w/),
      payer: expect.any(String),
    })
    expect(await ask()).toEqual(first)
  })

  it('is declined by a failed and by a closed payment', async () => {
    const askFailed = await made(harness, 'T-13')
    const askClosed = await made(harness, 'T-14')
    await harness.fail('T-13')
    await harness.close('T-14')
    expect((await askFailed()).kind).toBe('failed')
    expect((await askClosed()).kind).toBe('failed')
  })

  it('treats an unknown status as pending, even with money received', async () => {
    const ask = await made(harness, 'T-15')
    await harness.pay('T-15')
    await harness.say('settling')
    expect(await ask()).toEqual({ kind: 'pending', vendorStatus: 'settling' })
  })

  it('is found under its day, and under another day where the gateway ignores days', async () => {
    await made(harness, 'T-16')
    const createdAt = new Date(Date.now() - DAY_MS)
    const state = await harness.make().checkPayment({ clientTxnId: 'T-16', createdAt })
    expect(state.kind).toBe(harness.forms.foundUnder === 'its_day' ? 'not_found' : 'pending')
  })

  it('does not mistake a locked merchant for a missing payment', async () => {
    const ask = await made(harness, 'T-17')
    await harness.lockMerchant()
    expect((await ask()).kind).toBe('unavailable')
  })
}

function oddMoney(harness: PaymentGatewayHarness): void {
  it('reports the paid amount, not the requested one', async () => {
    const ask = await made(harness, 'T-20')
    await harness.pay('T-20', 100)
    expect(await ask()).toMatchObject({ kind: 'paid', amountPaise: 100 })
  })

  it('reports money that arrives after the failure', async () => {
    const ask = await made(harness, 'T-21')
    await harness.fail('T-21')
    expect((await ask()).kind).toBe('failed')
    await harness.pay('T-21')
    expect((await ask()).kind).toBe('paid')
  })

  it('shows a second payment by its own bank reference', async () => {
    const ask = await made(harness, 'T-22')
    await harness.pay('T-22')
    await harness.pay('T-22')
    const references = [await ask(), await ask()].map((state) => state.kind === 'paid' && state.bankReference)
    expect(new Set(references).size).toBe(2)
    expect(references).not.toContain(false)
  })
}

function unclear(harness: PaymentGatewayHarness): void {
  it.each(['refuse', 'timeout_lost', 'reset', 'http500', 'html', 'cut_json', 'http429'] as const)(
    'says nothing about the money after %s, and the truth when asked again',
    async (outcome) => {
      const ask = await made(harness, `T-3-${outcome}`)
      await harness.pay(`T-3-${outcome}`)
      await harness.next('check', outcome)
      expect((await ask(250)).kind).toBe('unavailable')
      expect((await ask()).kind).toBe('paid')
    },
  )

  it('says nothing about the money when the gateway is unreachable', async () => {
    const query = { clientTxnId: 'T-31', createdAt: new Date() }
    expect((await harness.make({ unreachable: true }).checkPayment(query)).kind).toBe('unavailable')
  })
}

function callback(harness: PaymentGatewayHarness): void {
  it('returns our reference and nothing else', () => {
    const body = { ...harness.callbackBody('JP261121K7Q2MD'), status: 'success', amount: '1' }
    expect(harness.make().readCallback(body)).toEqual({ clientTxnId: 'JP261121K7Q2MD' })
  })

  it.each([undefined, '', ['a'], { $ne: null }, 'a b'])('is ignored about %o', (reference) => {
    expect(harness.make().readCallback(harness.callbackBody(reference))).toBeUndefined()
    expect(harness.make().readCallback({})).toBeUndefined()
  })
}
