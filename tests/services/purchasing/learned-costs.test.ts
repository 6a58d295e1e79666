import { enterProductCost, supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AlertModel } from '@jhatpat/shared/domain/alerts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { batchUnits } from '@jhatpat/shared/domain/orders/fulfil/batch-units.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  AccountModel,
  type IUnit,
  noCost,
  type ProductCost,
  SupplierProductModel,
  settleBatch,
  syncPriceLists,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { knowCosts } from '../../support/known-costs.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, listingInputs } from '../../support/shop.ts'

let service: Service
let user: IUser
let asha: Person
let meera: Person
const listings = new Map<string, Listing>()

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '1500', BALANCE_SETTLE_MS: '500', SUPPLIER_LATE_MS: '200' },
  })
  const { diamonds, bundle } = await insertShop()
  listings.set('13', diamonds)
  for (const id of ['23', '25'])
    listings.set(
      id,
      await insertProductWithItem(
        { ...listingInputs.diamonds.product, name: `Pack ${id}` },
        { name: `Pack ${id}`, id },
      ),
    )
  listings.set(
    '213',
    await insertProductWithItem(
      { ...listingInputs.bundle.product, name: 'Pack 213' },
      { name: 'Pack 213', id: '213' },
    ),
  )
  listings.set('bundle', bundle)
  await syncPriceLists(service.deps)
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await AccountModel.deleteMany({})
  await AlertModel.deleteMany({})
  await knowCosts()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 40 * 34_500)
})

const smile = (command: Record<string, unknown>) => service.simulators.control('smileone', command)
const unitOf = async (id: string): Promise<IUnit> => (await OrderModel.findById(id).lean())!.units[0]!
const costOf = async (productId: string, account = 'SMILEBR'): Promise<ProductCost> =>
  (await SupplierProductModel.findById(`${account}:${productId}`).lean())!.cost
const forget = (productId: string, account = 'SMILEBR', cost: Partial<ProductCost> = {}) =>
  SupplierProductModel.updateOne(
    { _id: `${account}:${productId}` },
    { $set: { cost: { ...noCost(), ...cost } } },
  )

let last = 860_000_000
const player = () => {
  last += 1
  return String(last)
}
const order = (productId: string, input1 = player()) =>
  buy(asha, orderBody(user, listings.get(productId)!, { input1, paymentmode: 'wallet' }))
const bought = async (productId: string, input1?: string) => {
  const id = await order(productId, input1)
  await ends(asha, id, 'Completed')
  return id
}

/** Reads the balance, as the next purchase would once the batch is full or old. */
async function readBalanceAgain(account: 'SMILEBR' | 'SMILEPH' = 'SMILEBR', env = service.env) {
  const supplier = service.deps.suppliers.byName[account]
  const deps = { ...service.deps, env }
  const settle = () => settleBatch(deps, { supplier, port: batchUnits(service.deps), isSettled: () => false })
  await until(settle, ({ kind }) => kind === 'opened')
}

/** As if another user had spent that many coins there. */
async function spend(coins: number) {
  const balance = await service.deps.suppliers.byName.SMILEBR.queryBalance()
  if (balance.kind !== 'ok') throw new Error(balance.message)
  await smile({ points: { br: (Number(balance.balance) - coins).toFixed(2) } })
}

const alerts = async () => (await meera.call(supplyAlerts)).map(({ kind, detail }) => ({ kind, detail }))

describe('the cost of a unit in coins', () => {
  it('is unknown, then learned from the first purchase, and verified by the second', async () => {
    await forget('13')
    const first = await bought('13')
    expect(await unitOf(first)).toMatchObject({ cost: '', isCostOpen: true })
    expect(await AccountModel.findById('SMILEBR').lean()).toMatchObject({ isExclusive: true })
    await readBalanceAgain()
    const learned = await costOf('13')
    expect(learned).toMatchObject({ coins: '61.5', source: 'learned', agreed: 1 })
    const [entry] = learned.history
    expect(Number(entry!.before) - Number(entry!.after)).toBe(61.5)
    expect(entry).toMatchObject({ orderId: first, batch: learned.batch })
    const second = await bought('13')
    expect(await unitOf(second)).toMatchObject({ cost: '61.5', isCostOpen: true })
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '61.5', agreed: 2 })
    expect(await unitOf(await bought('13'))).toMatchObject({ cost: '61.5', isCostOpen: false })
  })

  it('decides an unclear purchase once it is verified, and not before', async () => {
    await forget('13', 'SMILEBR', { coins: '61.5', source: 'learned', agreed: 1 })
    const input1 = player()
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: input1 } } })
    const id = await order('13', input1)
    const unit = await until(
      () => unitOf(id),
      ({ state, batch }) => state === 'unknown' && batch === 0,
    )
    expect(unit.message).toMatch(/unclear: 61\.5\. These costs are not proven yet\.$/)
    // A purchase with an unclear outcome teaches nothing.
    expect(await costOf('13')).toMatchObject({ agreed: 1, version: 0 })
    await knowCosts()
    const other = player()
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: other } } })
    await ends(asha, await order('13', other), 'Completed')
    expect(soldTo(service, 'smileone', other)).toHaveLength(1)
  })

  it('is learned next to verified units, from several equal ones', async () => {
    await bought('13')
    await forget('25')
    // Its first purchase is left out here: the account was occupied by another batch a moment ago.
    const now = service.clock.now()
    await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { exclusiveAt: now, joinedAt: now } })
    await Promise.all([bought('25'), bought('23'), bought('25'), bought('13')])
    expect((await AccountModel.findById('SMILEBR').lean())!.members).toHaveLength(5)
    await readBalanceAgain()
    expect(await costOf('25')).toMatchObject({ coins: '179', agreed: 1 })
    expect(await costOf('13')).toMatchObject({ version: 1 })
  })

  it('is stored without the player’s factor, and used with it', async () => {
    await forget('25')
    const expensive = player()
    await smile({ users: { [expensive]: { changePrice: 1.0043 } } })
    await bought('25', expensive)
    await readBalanceAgain()
    expect(await costOf('25')).toMatchObject({ coins: '179', agreed: 1 })
    const again = await bought('25', expensive)
    expect(await unitOf(again)).toMatchObject({ cost: '179.7697', factor: 1.0043 })
    await readBalanceAgain()
    expect(await costOf('25')).toMatchObject({ coins: '179', agreed: 2 })
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: expensive } } })
    await ends(asha, await order('25', expensive), 'Completed')
  })

  it('is learned for the Philippines too, whose list is a few per cent off', async () => {
    await forget('213', 'SMILEPH')
    for (const agreed of [1, 2]) {
      await bought('213')
      await readBalanceAgain('SMILEPH')
      expect(await costOf('213', 'SMILEPH')).toMatchObject({ coins: '18.3', agreed })
    }
  })
})

describe('nothing is learned', () => {
  it('while another user spends exactly the cost of a unit', async () => {
    await forget('13')
    await bought('13')
    await spend(61.5)
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '', agreed: 0 })
    expect(await alerts()).toEqual([
      { kind: 'cost_too_far', detail: 'took 123 coins, and its list price suggests 62.5' },
    ])
  })

  it('and a verified cost becomes doubtful, when verified units do not add up', async () => {
    await bought('13')
    await bought('23')
    await spend(61.5)
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '61.5', agreed: 0 })
    expect(await costOf('23')).toMatchObject({ coins: '122', agreed: 0 })
    expect(await AccountModel.findById('SMILEBR').lean()).toMatchObject({ isReconciled: false })
    await bought('13')
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '61.5', agreed: 1 })
    expect(await AccountModel.findById('SMILEBR').lean()).toMatchObject({ isReconciled: true })
  })

  it('from what a lost purchase takes late, which falls into the next readings', async () => {
    await forget('25', 'SMILEBR', { coins: '179', source: 'learned', agreed: 1 })
    const lost = player()
    await smile({ next: { outcome: 'timeout_lost', match: { userid: lost } } })
    await bought('13', lost)
    await readBalanceAgain()
    await bought('25')
    await spend(61.5)
    await readBalanceAgain()
    // 240.5 is no cost of it: the known one becomes doubtful, and stays.
    expect(await costOf('25')).toMatchObject({ coins: '179', agreed: 0 })
    expect((await costOf('25')).history).toEqual([])
  })

  it('while anything between the readings is unclear', async () => {
    await bought('13')
    await forget('25')
    const now = service.clock.now()
    await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { exclusiveAt: now, joinedAt: now } })
    const lost = player()
    await smile({ next: { outcome: 'timeout_lost', match: { userid: lost } } })
    const [id] = await Promise.all([order('13', lost), order('25')])
    await until(
      () => unitOf(id),
      ({ state, batch }) => state === 'unknown' && batch === 0,
    )
    expect(await costOf('25')).toMatchObject({ coins: '', version: 0 })
  })

  it('from an account that is shared', async () => {
    await forget('13')
    await bought('13')
    await readBalanceAgain('SMILEBR', { ...service.env, SMILE_ACCOUNT_SHARED: true })
    expect(await costOf('13')).toMatchObject({ coins: '', version: 0 })
  })

  it('from a unit that an admin recorded as delivered, nor from others between the same readings', async () => {
    const known = await costOf('23')
    const id = await bought('13')
    await bought('23')
    await forget('13')
    await OrderModel.updateOne({ _id: id }, { $set: { 'units.0.supplierOrderId': '' } })
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '', version: 0 })
    expect(await costOf('23')).toEqual(known)
    expect(await AccountModel.findById('SMILEBR').lean()).toMatchObject({ isReconciled: true })
  })

  it('and the known cost becomes doubtful once the list price changes', async () => {
    await SupplierProductModel.updateOne({ _id: 'SMILEBR:13' }, { $set: { price: '6.00' } })
    await SupplierProductModel.updateMany({ account: 'SMILEBR' }, { $set: { syncedAt: new Date(0) } })
    await syncPriceLists(service.deps)
    expect(await costOf('13')).toMatchObject({ coins: '61.5', agreed: 0, version: 2 })
  })
})

describe('a cost that an operator enters', () => {
  const enter = (
    version: number,
    more: { product?: string; account?: 'SMILEBR' | 'MOOGOLD'; coins?: string } = {},
  ) => {
    const { product = '13', account = 'SMILEBR', coins = '60' } = more
    const body = { coins, reason: 'the vendor’s mail', on: '2026-11-27', version }
    return meera.call(enterProductCost, { params: { account, product }, body })
  }
  const shown = async (id: string) => {
    const { products } = await meera.call(supplierProducts)
    return products.find((one) => one.id === id)!
  }

  it('is used with its source and date; later purchases override it, with a note', async () => {
    await forget('13')
    expect((await shown('SMILEBR:13')).cost).toEqual({
      isProven: false,
      suggested: 62.5,
      version: 0,
      history: [],
    })
    await enter(0)
    expect((await shown('SMILEBR:13')).cost).toMatchObject({
      coins: 60,
      source: 'typed',
      isProven: false,
      version: 1,
      history: [{ source: 'typed', coins: 60, reason: 'the vendor’s mail', on: '2026-11-27' }],
    })
    const row = await AuditModel.findOne({ action: 'supplier.product_cost' }).sort({ at: -1 }).lean()
    expect(row).toMatchObject({
      target: 'supplier:SMILEBR',
      reason: 'the vendor’s mail, of 2026-11-27',
      before: { product: '13', coins: '' },
      after: { product: '13', coins: '60' },
    })
    expect(await unitOf(await bought('13'))).toMatchObject({ cost: '60' })
    await readBalanceAgain()
    expect(await costOf('13')).toMatchObject({ coins: '61.5', source: 'learned', agreed: 1 })
    expect(await alerts()).toEqual([{ kind: 'cost_differs', detail: 'took 61.5 coins; 60 was typed' }])
  })

  it('is refused where it was changed meanwhile, where the list has the cost, and where no list has the product', async () => {
    expect(await refusalOf(enter(7))).toMatchObject({ status: 409, code: 'product_cost_changed' })
    const none = { status: 404, code: 'product_cost_not_needed' }
    expect(await refusalOf(enter(0, { account: 'MOOGOLD', product: '428080' }))).toMatchObject(none)
    expect(await refusalOf(enter(0, { product: '999' }))).toMatchObject(none)
    expect(await refusalOf(enter(1, { coins: '0' }))).toMatchObject({ status: 400, field: 'coins' })
    expect(await costOf('13')).toMatchObject({ coins: '61.5', version: 1 })
  })
})
