import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, look, orderBody } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { aShop, type Shop } from '../../support/shop.ts'
import { ask } from './socket-asks.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let secondApi: number

beforeAll(async () => {
  service = await startService()
  secondApi = await service.startAnotherApi()
  shop = await aShop()
  user = await aUser()
  asha = await service.as(user)
})
afterAll(() => service.stop())

describe('watching an order', () => {
  it('gives its owner a snapshot and then its changes, whichever api the socket is on', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const order = await look(asha, id)
    for (const api of [0, secondApi]) {
      const socket = await (await service.as(user, api)).socket()
      expect(await ask(socket, 'order.watch', { client_txn_id: id })).toEqual({ ok: true, snapshot: order })
      const arrived = new Promise((resolve) => socket.once('order.changed', resolve))
      service.deps.publisher.publish(rooms.order(id), 'order.changed', { ...order, revision: 99 })
      expect(await arrived).toEqual({ ...order, revision: 99 })
    }
  })

  it('says "not found" to others and lets them hear nothing, but an admin may watch', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const stranger = await (await service.as(await aUser())).socket()
    const heard: unknown[] = []
    stranger.onAny((...event) => heard.push(event))
    expect(await ask(stranger, 'order.watch', { client_txn_id: id })).toEqual({
      ok: false,
      code: 'not_found',
      message: 'This does not exist, or it is not yours.',
    })
    const admin = await (await service.as(await anAdmin())).socket()
    expect(await ask(admin, 'order.watch', { client_txn_id: id })).toMatchObject({ ok: true })
    const arrived = new Promise((resolve) => admin.once('order.changed', resolve))
    service.deps.publisher.publish(rooms.order(id), 'order.changed', await look(asha, id))
    await arrived
    expect(heard).toEqual([])
  })

  it('ends with order.unwatch', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const socket = await asha.socket()
    await ask(socket, 'order.watch', { client_txn_id: id })
    socket.emit('order.unwatch', { client_txn_id: id })
    const heard: unknown[] = []
    socket.on('order.changed', (order) => heard.push(order))
    await ask(socket, 'order.watch', { client_txn_id: 'NOSUCHORDER' })
    service.deps.publisher.publish(rooms.order(id), 'order.changed', await look(asha, id))
    const wallet = new Promise((resolve) => socket.once('wallet.changed', resolve))
    service.deps.publisher.publish(rooms.user(user._id.toHexString()), 'wallet.changed', {
      balance: 5,
      version: 1,
    })
    expect(await wallet).toEqual({ balance: 5, version: 1 })
    expect(heard).toEqual([])
  })

  it.each([
    [undefined],
    [null],
    ['JP261121K7Q2MD'],
    [[]],
    [{}],
    [{ client_txn_id: { $ne: null } }],
    [{ client_txn_id: ['JP261121K7Q2MD'] }],
    [{ client_txn_id: 'JP261121K7Q2MD', zz: 1 }],
    [{ client_txn_id: 'x\u0000y' }],
    [JSON.parse('{"client_txn_id":"JP261121K7Q2MD","__proto__":{"x":1}}')],
  ])('answers a malformed request with a sentence: %j', async (payload) => {
    const socket = await asha.socket()
    for (const event of ['order.watch', 'topup.watch'] as const) {
      const reply = await ask(socket, event, payload)
      expect(reply).toMatchObject({
        ok: false,
        code: 'invalid_request',
        message: expect.stringMatching(/^\S.*\.$/),
      })
    }
    socket.disconnect()
  })

  it('survives requests without a reply, with odd replies, and events nobody knows', async () => {
    const socket = await asha.socket()
    const emit = socket.emit.bind(socket) as (...args: unknown[]) => void
    emit('order.watch')
    emit('order.watch', { client_txn_id: 'x' }, 'not a function')
    emit('order.unwatch')
    emit('order.unwatch', { client_txn_id: {} })
    emit('board.watch', null)
    emit('constructor', {})
    emit('__proto__', {})
    expect(await ask(socket, 'order.watch', { client_txn_id: 'NOSUCHORDER' })).toMatchObject({
      code: 'not_found',
    })
    expect(socket.connected).toBe(true)
  })

  it('is limited to 50 things a socket and 20 requests a second', async () => {
    const socket = await asha.socket()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => ask(socket, 'order.watch', { client_txn_id: 'NOSUCHORDER' })),
    )
    const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.code))
    expect(codes.filter((code) => code === 'not_found').length).toBeLessThanOrEqual(40)
    expect(codes).toContain('too_many_requests')

    const crowded = await asha.socket()
    const [onServer] = [...service.deps.io.sockets.sockets.values()].filter(({ id }) => id === crowded.id)
    await onServer?.join(Array.from({ length: 50 }, (_, index) => `order:${index}`))
    const id = await buy(asha, orderBody(user, shop.diamonds))
    expect(await ask(crowded, 'order.watch', { client_txn_id: id })).toMatchObject({
      code: 'too_many_requests',
    })
  })
})

describe('watching a top-up', () => {
  it('gives its owner a snapshot and its changes, and others nothing', async () => {
    const { data } = await asha.call(topUp, { body: { value: 500, userid: user.userid } })
    const socket = await asha.socket()
    const reply = await ask(socket, 'topup.watch', { client_txn_id: data.client_txn_id })
    expect(reply).toMatchObject({
      ok: true,
      snapshot: { txnid: data.client_txn_id, status: 'Created', amount: 500 },
    })
    const arrived = new Promise((resolve) => socket.once('topup.changed', resolve))
    if (reply.ok) {
      service.deps.publisher.publish(
        rooms.topUp(data.client_txn_id),
        'topup.changed',
        reply.snapshot as never,
      )
      expect(await arrived).toEqual(reply.snapshot)
    }
    const stranger = await (await service.as(await aUser())).socket()
    expect(await ask(stranger, 'topup.watch', { client_txn_id: data.client_txn_id })).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('watching the board', () => {
  it('is for admins', async () => {
    const admin = await (await service.as(await anAdmin())).socket()
    expect(await ask(admin, 'board.watch', {})).toEqual({ ok: true, snapshot: [] })
    expect(await ask(admin, 'board.watch', { zz: 1 })).toMatchObject({ code: 'invalid_request' })
    const heard = new Promise((resolve) => admin.once('board.gone', resolve))
    const customer = await asha.socket()
    expect(await ask(customer, 'board.watch', {})).toMatchObject({ ok: false, code: 'forbidden' })
    const overheard: unknown[] = []
    customer.on('board.gone', (gone) => overheard.push(gone))
    const gone = { orderid: 'JP1', revision: 2, status: 'Completed', by: 'system' }
    service.deps.publisher.publish(rooms.board(), 'board.gone', gone)
    expect(await heard).toEqual(gone)
    expect(overheard).toEqual([])
  })
})
