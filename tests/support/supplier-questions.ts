import { expect, it } from 'vitest'
import type { SupplierHarness } from './supplier-harness.ts'

/** What an adapter must make of a supplier's price list. */
export function listing(harness: SupplierHarness): void {
  it('names the pack it sells, with a price as decimal text', async () => {
    const list = await harness.make().listPacks(harness.page)
    const { supplierItemId } = harness.anOrder('U-1')
    expect(list).toMatchObject({ kind: 'ok', unit: expect.stringMatching(/\w/) })
    if (list.kind !== 'ok') return
    expect(list.packs.find((pack) => pack.supplierItemId === supplierItemId)).toEqual({
      supplierItemId,
      name: expect.stringMatching(/\w/),
      price: expect.stringMatching(/^\d+(\.\d+)?$/),
      inStock: true,
    })
  })

  it('takes neither a product that is not sold nor a wrong secret for an empty list', async () => {
    expect((await harness.make().listPacks('999999999')).kind).toBe('unavailable')
    expect((await harness.make({ secret: 'not-the-secret' }).listPacks(harness.page)).kind).toBe(
      'unavailable',
    )
  })

  it.each(['timeout_lost', 'http500', 'html', 'cut_json'] as const)(
    'is unavailable after %s',
    async (outcome) => {
      await harness.next('list', outcome)
      expect((await harness.make({ timeoutMs: 250 }).listPacks(harness.page)).kind).toBe('unavailable')
    },
  )
}

/** What an adapter must make of a look-up, where there is one. */
export function lookingUp(harness: SupplierHarness): void {
  const look = (unitRef: string, options?: Parameters<SupplierHarness['make']>[0]) =>
    harness.make(options).lookUpUnit({ unitRef, supplierOrderId: undefined })

  it('finds nothing under an id that was never sent', async () => {
    expect(await look('U-none')).toEqual({ kind: 'not_found' })
  })

  it('adopts the order behind a reply that never came', async () => {
    await harness.next('buy', 'timeout_accepted')
    await harness.make({ timeoutMs: 250 }).buyUnit(harness.anOrder('U-7'))
    expect(await look('U-7')).toMatchObject({
      kind: 'accepted',
      supplierOrderId: expect.stringMatching(/\w/),
    })
  })

  it('sends a lost unit again under the same id, for one effect', async () => {
    await harness.next('buy', 'timeout_lost')
    await harness.make({ timeoutMs: 250 }).buyUnit(harness.anOrder('U-8'))
    expect(await look('U-8')).toEqual({ kind: 'not_found' })
    expect((await harness.make().buyUnit(harness.anOrder('U-8'))).kind).toBe('accepted')
    expect(harness.effects()).toBe(1)
  })

  it('does not take a repeated id for a success, nor for a refusal', async () => {
    await harness.make().buyUnit(harness.anOrder('U-9'))
    expect((await harness.make().buyUnit(harness.anOrder('U-9'))).kind).toBe('unknown')
    expect(harness.effects()).toBe(1)
  })

  const paths: [word: string, kind: string][] = [
    ['completed', 'delivered'],
    ['refunded', 'returned'],
    ['processing', 'accepted'],
    ['incorrect-details', 'accepted'],
    ['a-word-nobody-knows', 'accepted'],
  ]
  it.each(paths)('reads %s as %s', async (word, kind) => {
    await harness.statuses?.(['processing', word])
    await harness.make().buyUnit(harness.anOrder('U-10'))
    expect(await look('U-10')).toMatchObject({ kind: 'accepted', vendorStatus: 'processing' })
    expect(await look('U-10')).toMatchObject(kind === 'accepted' ? { kind, vendorStatus: word } : { kind })
  })

  it.each(['refuse', 'timeout_lost', 'reset', 'http500', 'html', 'cut_json'] as const)(
    'leaves a unit unknown when the look-up comes to %s',
    async (outcome) => {
      await harness.make().buyUnit(harness.anOrder('U-11'))
      await harness.next('look', outcome)
      expect((await look('U-11', { timeoutMs: 250 })).kind).toBe('unknown')
    },
  )

  it('never calls a unit unsent because the look-up did not reach the supplier', async () => {
    expect((await look('U-12', { unreachable: true })).kind).toBe('unknown')
  })
}
