import { expect, it } from 'vitest'
import { aRequest, made, type PaymentGatewayHarness } from './payment-gateway-harness.ts'

/** Other forms of the same answers, as gateways of this kind have been seen to give them. */
export function manners(harness: PaymentGatewayHarness): void {
  it('gives a link for any UPI app where there is no page', async () => {
    await harness.speak('upi_link_only')
    expect(await harness.make().createPayment(aRequest('T-9'))).toMatchObject({
      ...{ kind: 'created', paymentUrl: '' },
      upiLinks: { bhim: expect.stringMatching(/^upi:.*am=499\.50/) },
    })
  })

  it('is made where the outer status is text', async () => {
    await harness.speak('text_status')
    expect((await harness.make().createPayment(aRequest('T-9a'))).kind).toBe('created')
  })

  it.each(['text_status', 'late_reference', 'no_day'] as const)(
    'settles with a gateway of the manner %s',
    async (manner) => {
      const ask = await made(harness, `T-12-${manner}`)
      await harness.pay(`T-12-${manner}`)
      await harness.speak(manner)
      expect(await ask()).toMatchObject({ kind: 'paid', amountPaise: 49_950 })
    },
  )

  it('reads words for the same states in capitals: only success is paid, what expired has failed', async () => {
    const ask = await made(harness, 'T-12s')
    await harness.speak('synonyms')
    expect(await ask()).toEqual({ kind: 'pending', vendorStatus: 'pending' })
    await harness.close('T-12s')
    expect(await ask()).toEqual({ kind: 'failed', vendorStatus: 'expired' })
    await harness.fail('T-12s')
    expect(await ask()).toEqual({ kind: 'failed', vendorStatus: 'failed' })
    await harness.pay('T-12s')
    expect(await ask()).toMatchObject({ kind: 'paid', amountPaise: 49_950 })
  })

  it.each(['other_not_found', 'empty_not_found'] as const)('knows %s for not found', async (manner) => {
    await harness.speak(manner)
    const query = { clientTxnId: 'T-none', createdAt: new Date() }
    expect(await harness.make().checkPayment(query)).toEqual({ kind: 'not_found' })
  })

  it('has no bank reference where the gateway has none yet, and the same payment a look later', async () => {
    const ask = await made(harness, 'T-12e')
    await harness.speak('late_reference')
    await harness.pay('T-12e')
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({ kind: 'paid', bankReference: '' })
    expect(second).toMatchObject({ ...first, bankReference: expect.stringMatching(/^\d{12}$/) })
  })
}
