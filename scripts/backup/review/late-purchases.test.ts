import type { OrderList } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { describe, expect, it } from 'vitest'
import { takenOnDay } from './late-purchases.ts'

const page = (id: string, hasMore: boolean): OrderList => ({
  kind: 'ok',
  orders: [{ supplierOrderId: id, state: 'delivered', total: '', unit: '' }],
  hasMore,
})

describe('a supplier’s list of a day', () => {
  it('is read to its end', async () => {
    const listOrders = async (_day: string, number: number) => page(`S${number}`, number < 3)
    expect(await takenOnDay({ listOrders }, '2026-11-29')).toEqual({ ids: ['S1', 'S2', 'S3'], missing: '' })
  })

  it('is incomplete when it does not answer, or never ends', async () => {
    const silent = async (): Promise<OrderList> => ({ kind: 'unavailable', message: '' })
    expect((await takenOnDay({ listOrders: silent }, '2026-11-29')).missing).toBe('it did not answer')
    const endless = await takenOnDay({ listOrders: async () => page('S1', true) }, '2026-11-29')
    expect(endless.missing).toMatch(/more than 100 pages/)
  })
})
