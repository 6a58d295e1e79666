import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import * as calls from '@jhatpat/shared/contracts/unclear-batches.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  AccountModel,
  SupplierProductModel,
  syncPriceLists,
  UnclearBatchModel,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { knowCosts } from '../../support/known-costs.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, listingInputs } from '../../support/shop.ts'

let service: Service
let user: IUser
let asha: Person
let owner: Person
let operator: Person
const listings = new Map<string, Listing>()

/** 122 + 61.5 are 183.5: two sets of these four explain the same balance drop. */
const costs = { '13': '61.5', '23': '122', '25': '183.5', '16642': '76' } as const
type ProductKey = keyof typeof costs

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '900', SUPPLIER_LATE_MS: '100', BALANCE_SETTLE_MS: '400' },
  })
  const { diamonds } = await insertShop()
  listings.set('13', diamonds)
  for (const id of ['23', '25', '16642'])
    listings.set(
      id,
      await insertProductWithItem(
        { ...listingInputs.diamonds.product, name: `Pack ${id}` },
        { name: `Pack ${id}`, id },
      ),
    )
  await syncPriceLists(service.deps)
  owner = await service.as(await insertAdmin({ name: 'Meera' }))
  operator = await service.as(await insertAdmin({ name: 'Imran', staffRole: 'operations' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await Promise.all([AccountModel.deleteMany({}), UnclearBatchModel.deleteMany({})])
  await knowCosts()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 40 * 34_500)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

let last = 880_000_000
const player = () => {
  last += 1
  return String(last)
}

type Purchase = { id: string; player: string; pack: ProductKey }

/** Concurrent purchases with lost answers, and what was bought in fact. */
async function unclear(keys: readonly ProductKey[], fell: number): Promise<Purchase[]> {
  const them = keys.map((productKey) => ({ pack: productKey, player: player() }))
  const users = Object.fromEntries(
    them.map((one) => [one.player, { outcome: 'timeout_lost', orders: 'odd' }]),
  )
  await service.simulators.control('smileone', { users })
  const placed = await Promise.all(
    them.map(async (one) => {
      const body = orderBody(user, listings.get(one.pack)!, { input1: one.player, paymentmode: 'wallet' })
      return { ...one, id: await buy(asha, body) }
    }),
  )
  await until(
    () => Promise.all(placed.map(({ id }) => unitOf(id))),
    (units) => units.every(({ state }) => state === 'unknown'),
  )
  const reading = await service.deps.suppliers.byName.SMILEBR.queryBalance()
  if (reading.kind !== 'ok') throw new Error(reading.message)
  await service.simulators.control('smileone', {
    points: { br: (Number(reading.balance) - fell).toFixed(2) },
  })
  await until(
    async () => {
      await recordAvailability(service.deps, 'SMILEBR', { begunAt: performance.now(), isAnswered: true })
      return Promise.all(placed.map(({ id }) => unitOf(id)))
    },
    (units) => units.every(({ state, batch }) => state === 'unknown' && batch === 0),
  )
  return placed
}

const unitOf = async (id: string) => (await OrderModel.findById(id).lean())!.units[0]!
const batches = () => owner.call(calls.unclearBatches)
const conflictsOf = async (id: string) =>
  (await owner.call(supplierConflicts)).filter(({ orderid }) => orderid === id)
const chances = async () => {
  const [batch] = await batches()
  return batch?.purchases.map(({ item, chance }) => [item, chance && `${chance.in}/${chance.of}`])
}
const answerOf = async ({ id }: Purchase, answer: 'delivered' | 'refund' | 'retry_unit') => {
  const { ref: unit, attempt } = await unitOf(id)
  return { orderid: id, unit, attempt, answer }
}
type Body = Parameters<typeof settle>[1]
async function settle(
  person: Person,
  body: { answers: Awaited<ReturnType<typeof answerOf>>[]; reason?: string; override?: true },
) {
  const [batch] = await batches()
  return person.call(calls.resolveBatch, { params: { id: batch!.id }, body, idempotencyKey: randomUUID() })
}
const resolveOne = async (
  purchase: Purchase,
  answer: 'delivered' | 'refund',
  more: Partial<Body> = {},
): Promise<Body> => ({
  answers: [await answerOf(purchase, answer)],
  ...more,
})

/** Of four, either one or two others: the amounts alone do not decide it. */
const four = ['13', '23', '25', '16642'] as const
async function ambiguous() {
  await SupplierProductModel.updateOne({ _id: 'SMILEBR:25' }, { $set: { 'cost.coins': '183.5' } })
  return (await unclear(four, 183.5)) as [Purchase, Purchase, Purchase, Purchase]
}

describe('a batch of unclear purchases that two sets explain', () => {
  it('lists both sets, and for each purchase the number of sets that contain it', async () => {
    const placed = await ambiguous()
    const [batch] = await batches()
    expect(batch).toMatchObject({
      account: 'SMILEBR',
      left: 183.5,
      inconclusiveReason: null,
      count: 2,
      certain: [],
    })
    expect(batch!.sets.map(({ parts }) => parts.map(({ coins, count }) => [coins, count]))).toEqual([
      [[183.5, 1]],
      [
        [122, 1],
        [61.5, 1],
      ],
    ])
    expect(Object.fromEntries((await chances())!)).toEqual({
      '86 Diamonds': '1/2',
      'Pack 23': '1/2',
      'Pack 25': '1/2',
      'Pack 16642': '0/2',
    })
    expect(batch!.purchases.map(({ orderid }) => orderid).sort()).toEqual(placed.map(({ id }) => id).sort())
  })

  it('is recomputed after each answer, and settled after the last', async () => {
    const [small, middle, large, pass] = await ambiguous()
    const { batch } = await settle(operator, await resolveOne(small, 'delivered'))
    expect(batch).toMatchObject({ count: 1 })
    await ends(asha, small.id, 'Completed')
    expect(Object.fromEntries((await chances())!)).toEqual({
      '86 Diamonds': '1/1',
      'Pack 23': '1/1',
      'Pack 25': '0/1',
      'Pack 16642': '0/1',
    })
    const answers = [
      await answerOf(middle, 'delivered'),
      await answerOf(large, 'refund'),
      await answerOf(pass, 'retry_unit'),
    ]
    const done = await settle(operator, { answers, reason: 'as the coins say' })
    expect(done.rejected).toEqual([])
    await ends(asha, middle.id, 'Completed')
    await ends(asha, large.id, 'Refunded')
    await ends(asha, pass.id, 'Completed')
    expect(soldTo(service, 'smileone', pass.player)).toHaveLength(1)
    expect(await batches()).toEqual([])
  })

  it('refuses an answer that no set allows, in every call, and changes nothing', async () => {
    const [, , , pass] = await ambiguous()
    const refused = { status: 409, code: 'answer_unexplained' }
    expect(await refusalOf(settle(operator, await resolveOne(pass, 'delivered')))).toMatchObject(refused)
    const { ref: unit, attempt } = await unitOf(pass.id)
    const body = { unit, attempt, answer: 'delivered' as const }
    const key = () => ({ params: { id: pass.id }, idempotencyKey: randomUUID() })
    expect(await refusalOf(operator.call(admin.resolveUnit, { ...key(), body }))).toMatchObject(refused)
    const { version } = (await OrderModel.findById(pass.id).lean())!
    const decisionBody = { to: 'Completed' as const, version }
    expect(
      await refusalOf(operator.call(admin.transitionOrder, { ...key(), body: decisionBody })),
    ).toMatchObject(refused)
    const undoable = { ...decisionBody, undoable: true as const }
    expect(await refusalOf(operator.call(admin.transitionOrder, { ...key(), body: undoable }))).toMatchObject(
      refused,
    )
    expect((await OrderModel.findById(pass.id).lean())?.status).toBe('Processing')
    expect((await batches())[0]).toMatchObject({ count: 2 })
  })

  it('refuses answers that are possible alone but not together', async () => {
    const [small, , large] = await ambiguous()
    const answers = [await answerOf(small, 'delivered'), await answerOf(large, 'delivered')]
    expect(await refusalOf(settle(operator, { answers }))).toMatchObject({ code: 'answer_unexplained' })
    expect((await OrderModel.findById(small.id).lean())?.status).toBe('Processing')
  })

  it('accepts one of two concurrent answers that exclude each other', async () => {
    const [small, , large] = await ambiguous()
    const [batch] = await batches()
    const give = async (purchase: Purchase) => {
      const { answers } = await resolveOne(purchase, 'delivered')
      const { orderid: id, ...body } = answers[0]!
      return operator.call(admin.resolveUnit, { params: { id }, body, idempotencyKey: randomUUID() })
    }
    const given = await Promise.allSettled([give(small), give(large)])
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await UnclearBatchModel.findById(batch!.id).lean())?.version).toBe(1)
  })

  it('lets an owner contradict it with a reason, and records a conflict with their name', async () => {
    const [, , , pass] = await ambiguous()
    const body = await resolveOne(pass, 'delivered')
    const refused = { code: 'answer_unexplained' }
    expect(await refusalOf(settle(owner, { ...body, override: true }))).toMatchObject(refused)
    const reason = 'their support confirmed it'
    expect(await refusalOf(settle(operator, { ...body, reason, override: true }))).toMatchObject(refused)
    const { orderid: id, ...answer } = body.answers[0]!
    const alone = {
      params: { id },
      body: { ...answer, reason, override: true as const },
      idempotencyKey: randomUUID(),
    }
    expect(await refusalOf(operator.call(admin.resolveUnit, alone))).toMatchObject(refused)
    await settle(owner, { ...body, reason, override: true })
    await ends(asha, pass.id, 'Completed')
    const [found] = await conflictsOf(pass.id)
    expect(found).toMatchObject({ kind: 'answer_disproved', amount: 345 })
    expect(found?.supplierMessage).toBe(
      'Meera said that it was delivered. The customer was told: Completed, “their support confirmed it”. No set of purchases explains the balance with it.',
    )
    expect((await batches())[0]).toMatchObject({ count: 0 })
  })
})

describe('a batch that no set explains', () => {
  it('accepts only an owner’s answer, or what the supplier’s list says', async () => {
    const [first, second] = (await unclear(['13', '23'], 30)) as [Purchase, Purchase]
    expect((await batches())[0]).toMatchObject({ count: 0, sets: [], left: 30 })
    expect(await refusalOf(settle(operator, await resolveOne(first, 'refund')))).toMatchObject({
      code: 'answer_unexplained',
    })
    const listed = await list(operator, [row(first, 'S2611280001'), ...others()], true)
    expect(listed.rejected).toEqual([])
    await ends(asha, first.id, 'Completed')
    expect(await unitOf(first.id)).toMatchObject({ supplierOrderId: 'S2611280001' })
    expect((await OrderModel.findById(second.id).lean())?.status).toBe('Processing')
  })

  it('concludes nothing while a cost is unverified, and leaves the answer to people', async () => {
    await SupplierProductModel.updateOne({ _id: 'SMILEBR:13' }, { $set: { 'cost.agreed': 1 } })
    const [first] = (await unclear(['13'], 61.5)) as [Purchase]
    expect((await batches())[0]).toMatchObject({ inconclusiveReason: 'not_proven', count: 0 })
    await settle(operator, await resolveOne(first, 'refund'))
    await ends(asha, first.id, 'Refunded')
  })
})

/** A row as the supplier's site shows it, in Indian time. */
const row = ({ player: id, pack: productKey }: Purchase, orderId: string, at = new Date()) =>
  [orderId, `pack ${productKey}`, `${id}(1234)`, costs[productKey], stampOf(at)].join('\t')
const stampOf = (at: Date) =>
  new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const others = () =>
  [-1, 1].map((hour) =>
    ['S1', 'pack 26', '5', '480', stampOf(new Date(Date.now() + hour * 3_600_000))].join('\t'),
  )
async function list(person: Person, rows: string[], apply?: true) {
  const [batch] = await batches()
  const body = { text: rows.join('\n'), zone: 'india' as const, ...(apply && { apply }) }
  return person.call(calls.readBatchList, { params: { id: batch!.id }, body })
}

describe('the supplier’s own list', () => {
  it('is previewed first, and delivers the listed purchases when it is applied', async () => {
    const [small, middle, large] = await ambiguous()
    const rows = [row(small, 'S2611280011'), row(middle, 'S2611280012'), ...others()]
    const shown = await list(operator, rows)
    const is = shown.purchases.map(({ key, is: found, supplierOrderId }) => [
      key.split('/')[0],
      found,
      supplierOrderId,
    ])
    expect(Object.fromEntries(is.map(([id, ...more]) => [id, more]))).toMatchObject({
      [small.id]: ['found', 'S2611280011'],
      [middle.id]: ['found', 'S2611280012'],
      [large.id]: ['missing', undefined],
    })
    expect((await OrderModel.findById(small.id).lean())?.status).toBe('Processing')
    await list(operator, rows, true)
    await ends(asha, small.id, 'Completed')
    await ends(asha, middle.id, 'Completed')
    expect((await unitOf(small.id)).message).toBe('Delivered, says the supplier’s list')
    expect((await batches())[0]?.purchases.find(({ orderid }) => orderid === large.id)).toMatchObject({
      arrived: null,
      chance: { in: 0, of: 1 },
    })
  })

  it('raises a conflict with an earlier answer that it disproves', async () => {
    const [small, middle, large] = await ambiguous()
    await settle(operator, { answers: [await answerOf(large, 'refund')], reason: 'not there yet' })
    await ends(asha, large.id, 'Refunded')
    await list(operator, [row(large, 'S2611280021'), ...others()], true)
    const [found] = await conflictsOf(large.id)
    expect(found).toMatchObject({ kind: 'answer_disproved' })
    expect(found?.supplierMessage).toMatch(
      /^Imran said that it was not delivered, and refunded it\. .* has it as S2611280021\.$/,
    )
    expect([small, middle]).toHaveLength(2)
  })
})

it('raises a conflict with an answer that was given before the readings were complete', async () => {
  const lost = player()
  const users = { [lost]: { outcome: 'timeout_lost', orders: 'odd' } }
  await service.simulators.control('smileone', { users })
  const body = orderBody(user, listings.get('13')!, { input1: lost, paymentmode: 'wallet' })
  const other = player()
  await service.simulators.control('smileone', {
    users: { ...users, [other]: { outcome: 'timeout_lost', orders: 'odd' } },
  })
  const [id] = await Promise.all([
    buy(asha, body),
    buy(asha, orderBody(user, listings.get('23')!, { input1: other, paymentmode: 'wallet' })),
  ])
  const unit = await until(
    () => unitOf(id),
    ({ state }) => state === 'unknown',
  )
  const answer = {
    unit: unit.ref,
    attempt: unit.attempt,
    answer: 'delivered' as const,
    reason: 'they wrote so',
  }
  await operator.call(admin.resolveUnit, { params: { id }, body: answer, idempotencyKey: randomUUID() })
  const [found] = await until(
    () => conflictsOf(id),
    (all) => all.length > 0,
  )
  expect(found).toMatchObject({ kind: 'answer_disproved' })
  expect(found?.supplierMessage).toMatch(
    /^Imran said that it was delivered\..* The readings of the balance show otherwise\.$/,
  )
})
