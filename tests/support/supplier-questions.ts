import { expect, it } from 'vitest'
import { boughtKind, type Later } from './supplier-forms.ts'
import { outOfReach, type SupplierHarness } from './supplier-harness.ts'

/** How an adapter must read a supplier's price list. */
export function listing(harness: SupplierHarness): void {
  it('names the product it sells, with a price as decimal text', async () => {
    const list = await harness.make().readPriceList(harness.page)
    const { supplierItemId } = harness.anOrder('U-1')
    expect(list).toMatchObject({ kind: 'ok', unit: expect.stringMatching(/\w/) })
    if (list.kind !== 'ok') return
    expect(list.products.find((pack) => pack.supplierItemId === supplierItemId)).toEqual({
      supplierItemId,
      name: expect.stringMatching(/\w/),
      price: expect.stringMatching(/^\d+(\.\d+)?$/),
      inStock: true,
    })
  })

  it('takes neither an unknown product nor an invalid secret for an empty list', async () => {
    expect((await harness.make().readPriceList(harness.unknownPage)).kind).toBe('unavailable')
    expect((await harness.make({ secret: 'not-the-secret' }).readPriceList(harness.page)).kind).toBe(
      'unavailable',
    )
  })

  it.each(['timeout_lost', 'http500', 'html', 'cut_json'] as const)(
    'is unavailable after %s',
    async (outcome) => {
      await harness.next('list', outcome)
      expect((await harness.make({ timeoutMs: 250 }).readPriceList(harness.page)).kind).toBe('unavailable')
    },
  )
}

/** How an adapter must read a lookup, where there is one. */
export function lookingUp(harness: SupplierHarness): void {
  const lookUp = (unitRef: string, options?: Parameters<SupplierHarness['make']>[0]) =>
    harness.make(options).lookupPurchase({ unitRef, supplierOrderId: undefined })

  it('finds nothing under an id that was never sent', async () => {
    expect(await lookUp('U-none')).toEqual({ kind: 'not_found' })
  })

  it('adopts the order whose reply was lost', async () => {
    await harness.next('buy', 'timeout_accepted')
    await harness.make({ timeoutMs: 250 }).purchaseUnit(harness.anOrder('U-7'))
    expect(await lookUp('U-7')).toMatchObject({
      kind: boughtKind(harness.forms),
      supplierOrderId: expect.stringMatching(/\w/),
    })
  })

  it('sends a lost unit again under the same id, for one effect', async () => {
    await harness.next('buy', 'timeout_lost')
    await harness.make({ timeoutMs: 250 }).purchaseUnit(harness.anOrder('U-8'))
    expect(await lookUp('U-8')).toEqual({ kind: 'not_found' })
    expect((await harness.make().purchaseUnit(harness.anOrder('U-8'))).kind).toBe(boughtKind(harness.forms))
    expect(harness.effects()).toBe(1)
  })

  const { delivery } = harness.forms
  if (delivery !== 'at_once') waiting(harness, delivery)

  it('treats a supplier that answers with an unknown code as available', async () => {
    await harness.nextUnknownCode('look')
    expect(await lookUp('U-11c')).toMatchObject({ kind: 'unknown', isAnswered: true })
    await harness.next('look', 'timeout_lost')
    expect(await lookUp('U-11c', { timeoutMs: 250 })).not.toHaveProperty('isAnswered')
  })

  it.each(['refuse', 'timeout_lost', 'reset', 'http500', 'html', 'cut_json'] as const)(
    'leaves a unit unknown when the look-up comes to %s',
    async (outcome) => {
      await harness.make().purchaseUnit(harness.anOrder('U-11'))
      await harness.next('look', outcome)
      expect((await lookUp('U-11', { timeoutMs: 250 })).kind).toBe('unknown')
    },
  )

  it('is deferred by HTTP 429, which says nothing about the unit', async () => {
    await harness.make().purchaseUnit(harness.anOrder('U-429'))
    await harness.next('look', 'http429')
    expect(await lookUp('U-429')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
  })

  it('never calls a unit unsent because the lookup did not reach the supplier', async () => {
    const supplier = await outOfReach(harness)
    expect((await supplier.lookupPurchase({ unitRef: 'U-12', supplierOrderId: undefined })).kind).toBe(
      'unknown',
    )
  })
}

/**
 * The meaning of a supplier's statuses for an accepted order. Only its own status means delivery, and only
 * its own a return.
 */
function waiting(harness: SupplierHarness, words: Later): void {
  const lookUp = () => harness.make().lookupPurchase({ unitRef: 'U-10', supplierOrderId: undefined })
  const paths: [word: string, outcome: object][] = [
    [words.delivered, { kind: 'delivered' }],
    [words.returned, { kind: 'returned' }],
    [words.waiting, { kind: 'accepted', vendorStatus: words.waiting }],
    ['a-word-nobody-knows', { kind: 'accepted', vendorStatus: 'a-word-nobody-knows' }],
  ]
  if (words.held) paths.push([words.held, { kind: 'accepted', vendorStatus: words.held, isHeld: true }])
  it.each(paths)('reads %s as %o', async (word, outcome) => {
    expect(harness.statuses, 'a harness with later delivery has `statuses`').toBeDefined()
    await harness.statuses?.([words.waiting, word])
    await harness.make().purchaseUnit(harness.anOrder('U-10'))
    expect(await lookUp()).toMatchObject({ kind: 'accepted', vendorStatus: words.waiting })
    expect(await lookUp()).toMatchObject(outcome)
  })
}

/** The result of a second purchase under one reference. */
export function repeating(harness: SupplierHarness): void {
  const buy = (options?: { timeoutMs: number }) => harness.make(options).purchaseUnit(harness.anOrder('U-9'))
  const { repeat } = harness.forms

  if (repeat === 'same_delivery') {
    it('returns the same delivery, also where the first reply was lost', async () => {
      await harness.next('buy', 'timeout_accepted')
      expect((await buy({ timeoutMs: 250 })).kind).toBe('unknown')
      const second = await buy()
      expect(second.kind).toBe(boughtKind(harness.forms))
      expect(await buy()).toEqual(second)
      expect(harness.effects()).toBe(1)
    })
  } else if (repeat === 'unclear') {
    it('is neither a success nor a rejection', async () => {
      await buy()
      expect((await buy()).kind).toBe('unknown')
      expect(harness.effects()).toBe(1)
    })
  } else {
    it('delivers twice, so that no call may be repeated', async () => {
      await buy()
      await buy()
      expect(harness.effects()).toBe(2)
    })
  }
}

/** A supplier without a price list reports that, so that it is not taken for an unresponsive one. */
export function listNotOffered(harness: SupplierHarness): void {
  it('reports that there is no list', async () => {
    expect(await harness.make().readPriceList(harness.page)).toEqual({ kind: 'not_offered' })
  })
}

/**
 * The result of a repeat where it is the only evidence: a purchase that was made is returned again, and one
 * that was not is made.
 */
export function settling(harness: SupplierHarness): void {
  const buy = (unitRef: string, options?: { timeoutMs: number }) =>
    harness.make(options).purchaseUnit(harness.anOrder(unitRef))

  it.each([
    'timeout_accepted',
    'timeout_lost',
    'reset_accepted',
    'reset',
    'http500_accepted',
    'no_id',
  ] as const)('delivers once and tells it in the end when the first answer comes to %s', async (outcome) => {
    await harness.next('buy', outcome)
    expect((await buy('U-20', { timeoutMs: 250 })).kind).toBe('unknown')
    const repeated = await buy('U-20')
    expect(repeated).toMatchObject({ kind: 'delivered', supplierOrderId: expect.stringMatching(/\w/) })
    expect(await buy('U-20')).toEqual(repeated)
    expect(harness.effects()).toBe(1)
  })

  it('delivers once where the repeat overtakes the first call', async () => {
    const [first, second] = await Promise.all([buy('U-21'), buy('U-21')])
    expect(second).toEqual(first)
    expect(harness.effects()).toBe(1)
  })

  it('treats another reference as another purchase', async () => {
    const first = await buy('U-22')
    expect(await buy('U-23')).not.toEqual(first)
    expect(harness.effects()).toBe(2)
  })
}

/** A supplier without a player check reports that, and does not blame the player. */
export function checkNotOffered(harness: SupplierHarness): void {
  it('reports that there is no check', async () => {
    const check = await harness.make().checkPlayer(harness.aPlayer())
    expect(check).toMatchObject({ kind: 'unavailable', reason: 'not_offered' })
  })
}
