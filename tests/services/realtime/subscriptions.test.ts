import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, look, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { emitRequest } from './socket-requests.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let secondApi: number

beforeAll(async () => {
  service = await startService()
  secondApi = await service.startAnotherApi()
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
})
afterAll(() => service.stop())

describe('a subscription to an order', () => {
  it('gives its owner a snapshot and then its changes, whichever api the socket is on', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const order = await look(asha, id)
    for (const api of [0, secondApi]) {
      const socket = await (await service.as(user, api)).socket()
      expect(await emitRequest(socket, 'order.subscribe', { client_txn_id: id })).toEqual({
        ok: true,
        snapshot: order,
      })
      const arrived = new Promise((resolve) => socket.once('order.updated', resolve))
      service.deps.publisher.publish(rooms.order(id), 'order.updated', { ...order, revision: 99 })
      expect(await arrived).toEqual({ ...order, revision: 99 })
    }
  })

  it('says "not found" to others and sends them nothing, but admins may subscribe', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const stranger = await (await service.as(await insertCustomer())).socket()
    const received: unknown[] = []
    stranger.onAny((...event) => received.push(event))
    expect(await emitRequest(stranger, 'order.subscribe', { client_txn_id: id })).toEqual({
      ok: false,
      code: 'not_found',
      message: 'Not found. It may not exist or may belong to another account.',
    })
    const admin = await (await service.as(await insertAdmin())).socket()
    expect(await emitRequest(admin, 'order.subscribe', { client_txn_id: id })).toMatchObject({ ok: true })
    const arrived = new Promise((resolve) => admin.once('order.updated', resolve))
    service.deps.publisher.publish(rooms.order(id), 'order.updated', await look(asha, id))
    await arrived
    expect(received).toEqual([])
  })

  it('ends with order.unsubscribe', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const socket = await asha.socket()
    await emitRequest(socket, 'order.subscribe', { client_txn_id: id })
    socket.emit('order.unsubscribe', { client_txn_id: id })
    const received: unknown[] = []
    socket.on('order.updated', (order) => received.push(order))
    await emitRequest(socket, 'order.subscribe', { client_txn_id: 'NOSUCHORDER' })
    service.deps.publisher.publish(rooms.order(id), 'order.updated', await look(asha, id))
    const wallet = new Promise((resolve) => socket.once('wallet.updated', resolve))
    service.deps.publisher.publish(rooms.user(user._id.toHexString()), 'wallet.updated', {
      balance: 5,
      version: 1,
    })
    expect(await wallet).toEqual({ balance: 5, version: 1 })
    expect(received).toEqual([])
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
  ])('is refused with a sentence when malformed: %j', async (payload) => {
    const socket = await asha.socket()
    for (const event of ['order.subscribe', 'topup.subscribe'] as const) {
      const reply = await emitRequest(socket, event, payload)
      expect(reply).toMatchObject({
        ok: false,
        code: 'invalid_request',
        message: expect.stringMatching(/^\S.*\.$/),
      })
    }
    socket.disconnect()
  })

  it('survives requests without a callback, with odd callbacks, and unknown events', async () => {
    const socket = await asha.socket()
    const emit = socket.emit.bind(socket) as (...args: unknown[]) => void
    emit('order.subscribe')
    emit('order.subscribe', { client_txn_id: 'x' }, 'not a function')
    emit('order.unsubscribe')
    emit('order.unsubscribe', { client_txn_id: {} })
    emit('board.subscribe', null)
    emit('constructor', {})
    emit('__proto__', {})
    expect(await emitRequest(socket, 'order.subscribe', { client_txn_id: 'NOSUCHORDER' })).toMatchObject({
      code: 'not_found',
    })
    expect(socket.connected).toBe(true)
  })

  it('is limited to 50 subscriptions a socket and 20 requests a second', async () => {
    const socket = await asha.socket()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        emitRequest(socket, 'order.subscribe', { client_txn_id: 'NOSUCHORDER' }),
      ),
    )
    const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.code))
    expect(codes.filter((code) => code === 'not_found').length).toBeLessThanOrEqual(40)
    expect(codes).toContain('too_many_requests')

    const crowded = await asha.socket()
    const [onServer] = [...service.deps.io.sockets.sockets.values()].filter(({ id }) => id === crowded.id)
    await onServer?.join(Array.from({ length: 50 }, (_, index) => `order:${index}`))
    const id = await buy(asha, orderBody(user, shop.diamonds))
    expect(await emitRequest(crowded, 'order.subscribe', { client_txn_id: id })).toMatchObject({
      code: 'too_many_requests',
    })
  })
})

describe('a subscription to a top-up', () => {
  it('gives its owner a snapshot and its changes, and others nothing', async () => {
    const { data } = await asha.call(topUp, { body: { value: 500, userid: user.userid } })
    const socket = await asha.socket()
    const reply = await emitRequest(socket, 'topup.subscribe', { client_txn_id: data.client_txn_id })
    expect(reply).toMatchObject({
      ok: true,
      snapshot: { txnid: data.client_txn_id, status: 'Created', amount: 500 },
    })
    const arrived = new Promise((resolve) => socket.once('topup.updated', resolve))
    if (reply.ok) {
      service.deps.publisher.publish(
        rooms.topUp(data.client_txn_id),
        'topup.updated',
        reply.snapshot as never,
      )
      expect(await arrived).toEqual(reply.snapshot)
    }
    const stranger = await (await service.as(await insertCustomer())).socket()
    expect(
      await emitRequest(stranger, 'topup.subscribe', { client_txn_id: data.client_txn_id }),
    ).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a subscription to the board', () => {
  it('is for admins only', async () => {
    const admin = await (await service.as(await insertAdmin())).socket()
    expect(await emitRequest(admin, 'board.subscribe', {})).toEqual({ ok: true, snapshot: [] })
    expect(await emitRequest(admin, 'board.subscribe', { zz: 1 })).toMatchObject({ code: 'invalid_request' })
    const received = new Promise((resolve) => admin.once('board.order_removed', resolve))
    const customer = await asha.socket()
    expect(await emitRequest(customer, 'board.subscribe', {})).toMatchObject({ ok: false, code: 'forbidden' })
    const unexpected: unknown[] = []
    customer.on('board.order_removed', (gone) => unexpected.push(gone))
    const gone = { orderid: 'JP1', revision: 2, status: 'Completed', by: 'system' }
    service.deps.publisher.publish(rooms.board(), 'board.order_removed', gone)
    expect(await received).toEqual(gone)
    expect(unexpected).toEqual([])
  })
})
