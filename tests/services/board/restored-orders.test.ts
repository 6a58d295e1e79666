import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { distrustUnsentUnits, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import mongoose from 'mongoose'
import { beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertProductWithItem } from '../../support/shop.ts'
import { setUpUnresolved } from './unresolved-orders.ts'

const at = setUpUnresolved()
let crystalPacks: Listing
beforeAll(async () => {
  crystalPacks = await insertProductWithItem(
    { name: 'Genshin packs', type: 'GENSHIN', apiType: 'MOOGOLDGENSHIN' },
    { name: 'Two packs', itemidarray: ['428080', '428080'] },
  )
})

/** An order whose second unit MooGold has refunded. */
async function placeRefunded(player: string) {
  const control = (set: Record<string, unknown>) => at.service.simulators.control('moogold', set)
  await control({ statuses: ['completed'] })
  const inputs = { input1: player, input2: 'Asia', paymentmode: 'wallet' } as const
  const id = await buy(at.customer.asha, orderBody(at.customer.user, crystalPacks, inputs))
  const refund = (ref: string) =>
    control({ next: { statuses: ['refunded'], match: { partnerOrderId: ref } } })
  await refund(`${id}-2`)
  const unit = (await at.staff.waitsAs(id, 'partly_delivered')).unitList[1]!
  /** As the lost shop did after the restored moment. */
  const buyAs = (ref: string) => buyElsewhere(ref, player)
  return { id, unit, refund, buyAs }
}

const buyElsewhere = (ref: string, player: string) =>
  at.service.deps.suppliers.byName.MOOGOLD.purchaseUnit({
    unitRef: ref,
    productSlug: '',
    supplierItemId: '428080',
    account: { 'User ID': player, Server: 'Asia' },
  })

const distrust = () => distrustUnsentUnits(mongoose.connection.getClient().db(mongoose.connection.name))

const secondUnit = async (id: string) => (await OrderModel.findById(id))!.units[1]!

describe('an order that was restored from a backup', () => {
  it('is not bought again under any reference under which the lost shop had bought it', async () => {
    const player = '765000101'
    const { id, unit, refund, buyAs } = await placeRefunded(player)
    await refund(`${id}-2-r2`)
    await buyAs(`${id}-2-r2`)
    await buyAs(`${id}-2-r3`)
    const sold = soldTo(at.service, 'moogold', player).length
    const { sentAt } = await secondUnit(id)
    await distrust()
    await at.staff.resolve({ id, unit }, 'retry_unit')
    const again = (await at.staff.waitsAs(id, 'partly_delivered')).unitList[1]!
    expect(again).toMatchObject({ ref: `${id}-2-r2`, state: 'rejected' })
    await at.staff.resolve({ id, unit: again }, 'retry_unit')
    await ends(at.customer.asha, id, 'Completed')
    expect(await secondUnit(id)).toMatchObject({ ref: `${id}-2-r3`, state: 'delivered', sentAt })
    expect(soldTo(at.service, 'moogold', player)).toHaveLength(sold)
  })

  it('is bought again under the next reference, once MooGold knows of none', async () => {
    const player = '765000102'
    const { id, unit } = await placeRefunded(player)
    await distrust()
    await at.staff.resolve({ id, unit }, 'retry_unit')
    await ends(at.customer.asha, id, 'Completed')
    expect(await secondUnit(id)).toMatchObject({ ref: `${id}-2-r2`, state: 'delivered', isUnverified: false })
    const refs = soldTo(at.service, 'moogold', player).map((entry) => entry.partnerOrderId)
    expect(refs).toEqual([`${id}-1`, `${id}-2`, `${id}-2-r2`])
  })

  it.each([
    ['the refunded unit', '765000103', { 'units.0.isUnverified': true, 'units.1.isUnverified': false }],
    ['another unit', '765000104', { 'units.0.isUnverified': false, 'units.1.isUnverified': true }],
  ])('is not refunded without a person while %s may have been bought since', async (_unit, player, flags) => {
    await at.service.simulators.control('moogold', { statuses: ['processing'] })
    const inputs = { input1: player, input2: 'Asia', paymentmode: 'wallet' } as const
    const id = await buy(at.customer.asha, orderBody(at.customer.user, crystalPacks, inputs))
    await until(
      () => OrderModel.findById(id),
      (order) => order?.units[0]?.supplierOrderId !== '',
    )
    const paid = await balanceOf(at.customer.asha, at.customer.user)
    await distrust()
    await OrderModel.updateOne({ _id: id }, { $set: flags })
    await at.service.simulators.control('moogold', {
      statuses: ['completed'],
      setStatus: { partnerOrderId: `${id}-1`, status: 'refunded' },
    })
    await buyElsewhere(`${id}-1-r2`, player)
    const unit = (await at.staff.waitsAs(id, 'partly_delivered')).unitList[0]!
    expect(unit).toMatchObject({ ref: `${id}-1`, state: 'rejected' })
    expect(await balanceOf(at.customer.asha, at.customer.user)).toBe(paid)
    await at.staff.resolve({ id, unit }, 'retry_unit')
    await ends(at.customer.asha, id, 'Completed')
    const refs = soldTo(at.service, 'moogold', player).map((entry) => entry.partnerOrderId)
    expect(refs).toEqual([`${id}-1`, `${id}-1-r2`, `${id}-2`])
  })
})
