import {
  batchLesson,
  lookupPurchase,
  purchaseUnit,
  unitCosts,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/unit-schema.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import type { SupplierDelivery } from '@jhatpat/shared/providers/suppliers/registry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A way to deliver, with the number of balance queries at its supplier. */
function deliveryWithCounter(apiType: string) {
  const delivery = service.deps.suppliers.forApiType(apiType) as SupplierDelivery
  const readings: string[] = []
  const supplier = {
    ...delivery.supplier,
    queryBalance: () => {
      readings.push(apiType)
      return delivery.supplier.queryBalance()
    },
  }
  return { delivery: { ...delivery, supplier }, readings }
}

describe('a supplier is not called', () => {
  const buy = (
    delivery: SupplierDelivery,
    isStillDue: boolean,
    beforehand = async () => undefined as undefined,
  ) =>
    purchaseUnit(service.deps, {
      delivery,
      orderId: 'JP1',
      index: 0,
      input1: '850001001',
      input2: '2001',
      unit: planUnits('JP1', ['13'], () => ({ cost: '61.5', factor: 1, isCostOpen: false, fields: [] }))[0]!,
      port: {
        unitsOf: async () => [],
        settle: async () => undefined,
        reopened: async () => undefined,
        costsOf: unitCosts,
        lessonOf: (batch) => batchLesson(service.deps, batch),
        compareAnswers: async () => undefined,
      },
      isStillDue: async () => isStillDue,
      // Another writer has changed the unit meanwhile.
      commit: beforehand,
    })

  it('for its balance by a settlement that a newer task has overtaken', async () => {
    const { delivery, readings } = deliveryWithCounter('SMILEBR')
    expect(await buy(delivery, false)).toEqual({ kind: 'superseded' })
    expect(readings).toEqual([])
    expect(await buy(delivery, true)).toEqual({ kind: 'superseded' })
    expect(readings).toHaveLength(1)
  })

  it('for the outcome of a purchase while its account is in cooldown, in which it gets no purchases either', async () => {
    const { supplier } = service.deps.suppliers.forApiType('MOOGOLDGENSHIN') as SupplierDelivery
    let callCount = 0
    const lookup = () =>
      lookupPurchase(service.deps, supplier, async () => {
        callCount += 1
        return { kind: 'unknown' as const, message: '' }
      })
    for (let failure = 1; failure <= 5; failure += 1) expect((await lookup()).kind).toBe('answered')
    expect(await lookup()).toMatchObject({ kind: 'deferred', reason: 'MOOGOLD is paused: it did not answer' })
    expect(callCount).toBe(5)
    await recordAvailability(service.deps, supplier.name, { begunAt: performance.now(), isAnswered: true })
    expect((await lookup()).kind).toBe('answered')
    await recordAvailability(service.deps, supplier.name, { begunAt: performance.now(), isAnswered: true })
  })

  it('less often for answering lookups with an error code: it is available', async () => {
    const { supplier } = service.deps.suppliers.forApiType('MOOGOLDGENSHIN') as SupplierDelivery
    const call = 'order/order_detail_partner_id'
    await service.simulators.control('moogold', { next: { call, outcome: 'refuse', code: '403', times: 6 } })
    const lookup = () =>
      lookupPurchase(service.deps, supplier, () =>
        supplier.lookupPurchase({ unitRef: 'JP1-1', supplierOrderId: undefined }),
      )
    for (let answered = 1; answered <= 6; answered += 1) {
      expect(await lookup()).toMatchObject({ kind: 'answered', answer: { kind: 'unknown' } })
    }
    expect(await lookup()).toMatchObject({ kind: 'answered', answer: { kind: 'not_found' } })
  })

  it('by a second caller after a cooldown because an order from before the cooldown returns', async () => {
    const { delivery } = deliveryWithCounter('MOOGOLDGENSHIN')
    const { name } = delivery.supplier
    const answer = { kind: 'delivered' as const }
    const answered = new Set<() => void>()
    const trial = () =>
      lookupPurchase(service.deps, delivery.supplier, async () => {
        await new Promise<void>((resolve) => answered.add(resolve))
        return answer
      })
    let first: ReturnType<typeof trial> | undefined
    const previousPrices = await buy(delivery, true, async () => {
      for (let failure = 1; failure <= 5; failure += 1)
        await recordAvailability(service.deps, name, { begunAt: performance.now(), isAnswered: false })
      service.clock.advance(6_000)
      first = trial()
      await until(
        async () => answered.size,
        (size) => size === 1,
      )
      return undefined
    })
    expect(previousPrices).toEqual({ kind: 'superseded' })
    expect(await lookupPurchase(service.deps, delivery.supplier, async () => answer)).toMatchObject({
      kind: 'deferred',
    })
    for (const resolve of answered) resolve()
    expect(await first).toEqual({ kind: 'answered', answer })
  })

  it('no longer than until the trial order has returned', async () => {
    const { delivery } = deliveryWithCounter('MOOGOLDGENSHIN')
    const { name } = delivery.supplier
    for (let failure = 1; failure <= 5; failure += 1)
      await recordAvailability(service.deps, name, { begunAt: performance.now(), isAnswered: false })
    service.clock.advance(6_000)
    expect(await buy(delivery, true)).toEqual({ kind: 'superseded' })
    const lookup = lookupPurchase(service.deps, delivery.supplier, async () => ({
      kind: 'delivered' as const,
    }))
    expect((await lookup).kind).toBe('answered')
  })
})
