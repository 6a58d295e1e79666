import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as adminOrders from '@jhatpat/shared/contracts/admin-orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel, VaultModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, ends, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_TIMEOUT_MS: '600', SUPPLIER_POLL_MS: '40' },
  })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 3 * 34_500)
})

type DecideInput = BodyInputOf<typeof admin.transitionOrder>

const decide = (id: string, body: Partial<DecideInput>) =>
  meera.call(admin.transitionOrder, {
    params: { id },
    body: { to: 'Completed', version: 1, ...body },
    idempotencyKey: randomUUID(),
  })
const reveal = (id: string, index: number) =>
  asha.call(revealSecret, { body: { client_txn_id: id, secret: index } })
const stored = async (id: string) => (await OrderModel.findById(id).lean())!

const manualOrder = () => buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
const codeLines = (...values: string[]) => values.map((value) => ({ label: 'Code', value }))
/** A code that no other test uses. */
const freshCode = () => `FRESH-${randomUUID()}`

describe('a code that was delivered before', () => {
  it('is refused with its order and day, however it is typed, and nothing is stored', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code) })
    const again = code.toLowerCase().replaceAll('-', ' ')
    expect(await refusalOf(decide(second, { codes: codeLines(freshCode(), again) }))).toMatchObject({
      status: 409,
      code: 'code_delivered',
      field: 'codes',
      reply: expect.objectContaining({ orderid: first }),
      message: expect.stringMatching(
        `^Code 2 was already delivered with order ${first} on \\d+ \\w+ \\d{4}. Use another code.$`,
      ),
    })
    expect((await stored(second)).status).toBe('Processing')
    expect(await VaultModel.countDocuments({ _id: new RegExp(`^${second}`) })).toBe(0)
  })

  it('is refused when it is added later, and when it is entered twice', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code) })
    const twice = freshCode()
    expect(await refusalOf(decide(second, { codes: codeLines(twice, twice) }))).toMatchObject({
      code: 'code_delivered',
      message: 'Codes 1 and 2 are the same. Use another code.',
    })
    await decide(second, {})
    const later = meera.call(adminOrders.deliverCodesLater, {
      params: { id: second },
      body: { codes: codeLines(code) },
      idempotencyKey: randomUUID(),
    })
    expect(await refusalOf(later)).toMatchObject({
      code: 'code_delivered',
      reply: expect.objectContaining({ orderid: first }),
    })
    expect((await stored(second)).vault).toEqual([])
  })

  it('is delivered with one of two orders that two admins complete at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const code = freshCode()
      await giveMoney(user, 2 * 34_500)
      const ids = [await manualOrder(), await manualOrder()]
      const done = await Promise.allSettled(ids.map((id) => decide(id, { codes: codeLines(code) })))
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const lost = done.findIndex(({ status }) => status === 'rejected')
      expect(done[lost]).toMatchObject({ reason: { code: 'code_delivered' } })
      expect((await stored(ids[lost]!)).status).toBe('Processing')
    }
  })

  it('is available again when the completion is undone', async () => {
    const code = freshCode()
    const [first, second] = [await manualOrder(), await manualOrder()]
    await decide(first, { codes: codeLines(code), undoable: true })
    await meera.call(adminOrders.undoCompletion, {
      params: { id: first },
      body: {},
      idempotencyKey: randomUUID(),
    })
    expect(await decide(second, { codes: codeLines(code) })).toMatchObject({ status: 'Completed' })
  })

  it('is refused also when a supplier delivered it', async () => {
    // What MooGold's simulator delivers to this player.
    const player = { input1: '20000010', input2: 'Asia', paymentmode: 'wallet' } as const
    await ends(asha, await buy(asha, orderBody(user, shop.crystals, player)), 'Completed')
    const id = await manualOrder()
    expect(await refusalOf(decide(id, { codes: codeLines('X7KQ2-M4TDV-9PRHC') }))).toMatchObject({
      code: 'code_delivered',
    })
  })

  it('is accepted as a part of a login, which several orders may share', async () => {
    const login = [{ label: 'Email', value: 'sitara.k41@mail.test' }]
    for (const id of [await manualOrder(), await manualOrder()])
      expect(await decide(id, { codes: login })).toMatchObject({ status: 'Completed' })
  })
})

describe('a code that is replaced', () => {
  const replace = (
    id: string,
    body: Partial<BodyInputOf<typeof adminOrders.replaceCode>> & { revision: number },
    who = meera,
  ) =>
    who.call(adminOrders.replaceCode, {
      params: { id },
      body: { secret: 0, value: freshCode(), reason: 'Was used already', ...body },
      idempotencyKey: randomUUID(),
    })
  const withCodes = async (...values: string[]) => {
    const id = await manualOrder()
    const { revision } = await decide(id, { codes: codeLines(...values) })
    return { id, revision }
  }

  it('is revealed as the new one, and the reason is recorded', async () => {
    const [first, second, next] = [freshCode(), freshCode(), freshCode()]
    const { id, revision } = await withCodes(first, second)
    const after = await replace(id, { secret: 1, value: next, revision })
    expect(after.staffActions[0]).toMatchObject({
      action: 'replace_code',
      name: 'Meera',
      reason: 'Code 2: Was used already',
    })
    expect(after.vault).toEqual([{ label: 'Code' }, { label: 'Code', replacedAt: expect.any(String) }])
    expect((await reveal(id, 1)).value).toBe(next)
    expect((await reveal(id, 0)).value).toBe(first)
    expect(await auditRows({ target: `order:${id}`, action: 'order.replace_code' })).toHaveLength(1)
  })

  it('is not replaced after it was viewed, or by a code that was delivered before', async () => {
    const used = freshCode()
    await withCodes(used)
    const { id, revision } = await withCodes(freshCode(), freshCode())
    expect(await refusalOf(replace(id, { value: used, revision }))).toMatchObject({ code: 'code_delivered' })
    await reveal(id, 0)
    const seen = (await stored(id)).revision
    expect(await refusalOf(replace(id, { revision: seen }))).toMatchObject({ code: 'code_revealed' })
    expect(await replace(id, { secret: 1, revision: seen })).toMatchObject({ status: 'Completed' })
  })

  it('is replaced by one of two admins at the same moment', async () => {
    const imran = await service.as(await insertAdmin({ name: 'Imran' }))
    const { id, revision } = await withCodes(freshCode())
    const values = [freshCode(), freshCode()]
    const done = await Promise.allSettled([
      replace(id, { value: values[0]!, revision }),
      replace(id, { value: values[1]!, revision }, imran),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const won = done.findIndex(({ status }) => status === 'fulfilled')
    expect((await reveal(id, 0)).value).toBe(values[won])
  })

  it('is returned by a reveal in the middle of which it is replaced', async () => {
    const next = freshCode()
    const { id, revision } = await withCodes(freshCode())
    const findVault = VaultModel.findById.bind(VaultModel)
    const replaceAfterwards = (vault: string) => ({
      lean: async () => {
        const read = await findVault(vault).lean()
        await replace(id, { value: next, revision })
        return read
      },
    })
    vi.spyOn(VaultModel, 'findById').mockImplementationOnce(replaceAfterwards as never)
    expect((await reveal(id, 0)).value).toBe(next)
    expect(await auditRows({ target: `order:${id}`, action: 'secret.reveal' })).toHaveLength(1)
  })

  it('is refused for an order that was refunded', async () => {
    const { id } = await withCodes(freshCode())
    const { version } = await stored(id)
    const { revision } = await decide(id, { to: 'Refunded', version })
    expect(await refusalOf(replace(id, { revision }))).toMatchObject({ code: 'transition_not_allowed' })
  })
})
