import { beforeEach, describe, expect, it } from 'vitest'
import { repeatingProxy } from './repeating-proxy.ts'
import { boughtKind } from './supplier-forms.ts'
import { type BrokenOutcome, outOfReach, type SupplierHarness } from './supplier-harness.ts'
import {
  checkNotOffered,
  listing,
  listNotOffered,
  lookingUp,
  repeating,
  settling,
} from './supplier-questions.ts'

/**
 * Contract tests that every supplier adapter must pass, run against its simulator, in the forms that its
 * harness declares.
 */
export function supplierContract(name: string, harness: SupplierHarness): void {
  describe(`supplier ${name}`, () => {
    beforeEach(() => harness.reset())
    it('has its name', () => expect(harness.make().name).toBe(name))
    it('declares the evidence that is tested here', () =>
      expect(harness.make().evidence).toBe(harness.forms.evidence))
    if (harness.forms.evidence === 'idempotent_retry') describe('asked by repeating', () => settling(harness))
    describe('buying', () => buying(harness))
    describe('without a clear answer', () => unclear(harness))
    const hasCheck = harness.forms.playerCheck === 'by_name'
    describe('checking a player', () => (hasCheck ? checking(harness) : checkNotOffered(harness)))
    describe('reading the balance', () => balance(harness))
    const hasList = harness.forms.priceList !== 'not_offered'
    describe('listing products', () => (hasList ? listing(harness) : listNotOffered(harness)))
    describe('buying again under the same reference', () => repeating(harness))
    if (harness.forms.evidence === 'lookup') describe('looking up', () => lookingUp(harness))
    else describe('that cannot be looked up at', () => withoutLookup(harness))
  })
}

function buying(harness: SupplierHarness): void {
  it('buys a unit once', async () => {
    const outcome = await harness.make().purchaseUnit(harness.anOrder('U-1'))
    expect(outcome).toMatchObject({
      kind: boughtKind(harness.forms),
      supplierOrderId: expect.stringMatching(/\w/),
    })
    expect(harness.effects()).toBe(1)
  })

  it('buys once where an intermediary repeats what HTTP allows it to repeat', async () => {
    const proxy = await repeatingProxy(harness.address())
    await harness.make({ address: proxy.address }).purchaseUnit(harness.anOrder('U-0'))
    await proxy.close()
    expect(harness.effects()).toBe(1)
  })

  it('distinguishes a definite rejection from everything else', async () => {
    await harness.next('buy', 'refuse')
    const outcome = await harness.make().purchaseUnit(harness.anOrder('U-2'))
    expect(outcome).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/\w/) })
    expect(harness.effects()).toBe(0)
  })

  it('does not take an unknown code for a rejection', async () => {
    await harness.nextUnknownCode('buy')
    const outcome = await harness.make().purchaseUnit(harness.anOrder('U-code'))
    expect(outcome).toEqual({ kind: 'unknown', message: expect.stringContaining(harness.unknownCode) })
  })

  it('buys nothing with an invalid secret, and is rejected where the supplier has a code for it', async () => {
    const outcome = await harness.make({ secret: 'not-the-secret' }).purchaseUnit(harness.anOrder('U-3'))
    const expected =
      harness.wrongKey === 'unclear' ? { kind: 'unknown' } : { kind: 'rejected', retryable: true }
    expect(outcome).toMatchObject(expected)
    expect(harness.effects()).toBe(0)
  })

  const { final, noCredit, next } = harness.codes
  it.each([...final.map((code) => [code, false] as const), [noCredit, true] as const])(
    'takes code %s for a no; whether the same may pass later: %s',
    async (code, retryable) => {
      await next(code)
      const outcome = await harness.make().purchaseUnit(harness.anOrder('U-no'))
      expect(outcome).toMatchObject({ kind: 'rejected', code, retryable })
      expect(harness.effects()).toBe(0)
    },
  )

  it('reports when the supplier was not reached', async () => {
    const outcome = await (await outOfReach(harness)).purchaseUnit(harness.anOrder('U-4'))
    expect(outcome.kind).toBe('unavailable')
  })

  it('is deferred by HTTP 429, and buys nothing', async () => {
    await harness.next('buy', 'http429')
    const outcome = await harness.make().purchaseUnit(harness.anOrder('U-429'))
    expect(outcome).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
    expect(harness.effects()).toBe(0)
  })

  it('never shows the secret, even when the supplier repeats it', async () => {
    await harness.leakSecret()
    await harness.next('buy', 'refuse')
    const outcome = await harness.make().purchaseUnit(harness.anOrder('U-5'))
    expect(outcome.kind).toBe('rejected')
    expect(JSON.stringify(outcome)).not.toContain(harness.secret)
  })
}

function unclear(harness: SupplierHarness): void {
  const cases: [outcome: BrokenOutcome, effects: number][] = [
    ['timeout_accepted', 1],
    ['timeout_lost', 0],
    ['reset', 0],
    ['reset_accepted', 1],
    ['http500', 0],
    ['http500_accepted', 1],
    ['html', 0],
    ['html_accepted', 1],
    ['cut_json', 1],
    ['no_id', 1],
  ]
  it.each(cases)('calls %s unknown, though %i were accepted', async (outcome, effects) => {
    await harness.next('buy', outcome)
    const result = await harness.make({ timeoutMs: 250 }).purchaseUnit(harness.anOrder(`U-${outcome}`))
    expect(result).toEqual({ kind: 'unknown', message: expect.any(String) })
    expect(harness.effects()).toBe(effects)
  })
}

function checking(harness: SupplierHarness): void {
  it('finds a player by name', async () => {
    const check = await harness.make().checkPlayer(harness.aPlayer())
    expect(check).toMatchObject({ kind: 'found', username: expect.stringMatching(/\w/), priceFactor: 1 })
  })

  it('does not blame the player for an unknown code, nor for our own key', async () => {
    await harness.nextUnknownCode('check')
    const trouble = { kind: 'unavailable', reason: 'trouble', message: expect.stringMatching(/\w/) }
    expect(await harness.make().checkPlayer(harness.aPlayer())).toEqual(trouble)
    const stranger = harness.make({ secret: 'not-the-secret' })
    expect(await stranger.checkPlayer(harness.aPlayer())).toEqual(trouble)
  })

  it('rejects a player who does not exist', async () => {
    const check = await harness.make().checkPlayer(harness.anUnknownPlayer())
    expect(check).toMatchObject({ kind: 'not_eligible', message: expect.stringMatching(/\w/) })
  })

  it.each(['timeout_lost', 'reset', 'http500', 'html', 'cut_json', 'http429'] as const)(
    'does not take %s for an answer about the player',
    async (outcome) => {
      await harness.next('check', outcome)
      const check = await harness.make({ timeoutMs: 250 }).checkPlayer(harness.aPlayer())
      expect(check).toMatchObject({ kind: 'unavailable', reason: 'no_answer' })
    },
  )

  it('does not take an unreachable supplier for an answer about the player', async () => {
    const check = await (await outOfReach(harness)).checkPlayer(harness.aPlayer())
    expect(check.kind).toBe('unavailable')
  })
}

function balance(harness: SupplierHarness): void {
  it('reads it as a decimal text with its currency', async () => {
    const balance = await harness.make().queryBalance()
    expect(balance).toEqual({
      kind: 'ok',
      balance: expect.stringMatching(/^-?\d+(\.\d+)?$/),
      unit: expect.stringMatching(/\w/),
    })
  })

  it('is not read with an invalid secret, but rejected where the supplier has a code for it', async () => {
    const expected = harness.wrongKey === 'unclear' ? 'unavailable' : 'rejected'
    expect((await harness.make({ secret: 'not-the-secret' }).queryBalance()).kind).toBe(expected)
  })

  it.each(['timeout_lost', 'http500', 'html', 'http429'] as const)(
    'is unavailable after %s',
    async (outcome) => {
      await harness.next('balance', outcome)
      expect((await harness.make({ timeoutMs: 250 }).queryBalance()).kind).toBe('unavailable')
    },
  )
}

function withoutLookup(harness: SupplierHarness): void {
  it('says so, and leaves every unit unknown', async () => {
    const supplier = harness.make()
    expect(await supplier.lookupPurchase({ unitRef: 'U-1', supplierOrderId: undefined })).toMatchObject({
      kind: 'unknown',
    })
  })
}
