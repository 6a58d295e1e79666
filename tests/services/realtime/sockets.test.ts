import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { type ClientEvents, rooms, type WatchReply } from '@jhatpat/shared/contracts/realtime.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import { type IUser, revokeSessions, SessionModel, sessionMs } from '@jhatpat/shared/domain/accounts/index.ts'
import { buy, look, orderBody } from '@jhatpat/shared/testing/buying.ts'
import { anAdmin, aUser } from '@jhatpat/shared/testing/people.ts'
import type { Person, TestSocket } from '@jhatpat/shared/testing/person.ts'
import { type Service, startService } from '@jhatpat/shared/testing/service-harness.ts'
import { aShop, type Shop } from '@jhatpat/shared/testing/shop.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

type Watch = Exclude<keyof ClientEvents, 'order.unwatch'>

/** Sends anything at all under an event's name. */
function ask(
  socket: TestSocket,
  event: Watch,
  payload: unknown,
): Promise<WatchReply<Record<string, unknown>>> {
  return socket.timeout(5_000).emitWithAck(event, payload as never) as never
}

const closed = (socket: TestSocket) => new Promise<string>((resolve) => socket.once('disconnect', resolve))

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was let in'),
    (error: unknown) => error as Error & { data?: { code: string } },
  )

describe('a socket', () => {
  it('is for people with a session', async () => {
    expect(await refusalOf(service.nobody.socket())).toMatchObject({ data: { code: 'not_signed_in' } })
    expect(await refusalOf(service.withToken('made-up').socket())).toMatchObject({
      message: 'Please log in to continue.',
    })
    const expired = await service.as(user)
    await SessionModel.updateMany({ userId: user._id }, { expiresAt: new Date(0) })
    expect(await refusalOf(expired.socket())).toMatchObject({
      message: 'Token has expired. Please login again.',
      data: { code: 'session_expired' },
    })
    asha = await service.as(user)
    expect((await asha.socket()).connected).toBe(true)
  })

  it.each([{ token: { $ne: null } }, { token: ['x'] }, {}, { token: 'x'.repeat(5_000) }])(
    'is refused, not broken, by an odd handshake (%#)',
    async (auth) => {
      const socket = io(service.url, { auth, transports: ['websocket'], forceNew: true })
      const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve))
      socket.close()
      expect(error.message).toBe('Please log in to continue.')
    },
  )

  it('is refused to pages of another origin', async () => {
    const connect = (origin: string) => {
      const socket = io(service.url, {
        auth: { token: asha.token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { origin },
      })
      return new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', () => resolve('refused'))
      }).finally(() => socket.close())
    }
    expect(await connect('https://evil.example')).toBe('refused')
    expect(await connect('not an origin')).toBe('refused')
    expect(await connect(service.url)).toBe('connected')
    expect(await connect(service.env.PUBLIC_URL)).toBe('connected')
  })

  it('sends 10 kB at most at once', async () => {
    const socket = await asha.socket()
    const end = closed(socket)
    socket.emit('order.unwatch', { client_txn_id: 'x'.repeat(20_000) })
    await end
    expect((await service.nobody.request('/healthz')).status).toBe(200)
    socket.disconnect()
  })
})

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

describe('a session that ends', () => {
  const within2s = async (socket: TestSocket, end: () => Promise<unknown>) => {
    const done = closed(socket)
    const from = performance.now()
    await end()
    expect(await done).toBe('io server disconnect')
    expect(performance.now() - from).toBeLessThan(2_000)
  }

  it('by sign-out closes its own sockets within 2 s, on every api', async () => {
    const [phone, laptop] = [await service.as(user), await service.as(user, secondApi)]
    const [phoneSocket, laptopSocket] = [await phone.socket(), await laptop.socket()]
    await within2s(laptopSocket, () =>
      phone.call(logout, { body: {} }).then(() => laptop.call(logout, { body: {} })),
    )
    expect(phoneSocket.connected).toBe(false)
    const elsewhere = service.withToken(laptop.token ?? '')
    expect(await refusalOf(elsewhere.socket())).toMatchObject({ data: { code: 'not_signed_in' } })
  })

  it('by revocation closes all the user’s sockets within 2 s, and nobody else’s', async () => {
    const other = await aUser()
    const socket = await (await service.as(other, secondApi)).socket()
    const bystander = await asha.socket()
    await within2s(socket, () => revokeSessions(other._id.toHexString(), service.deps))
    expect(bystander.connected).toBe(true)
  })

  it('closes its sockets within 2 s even when the word of it is lost', async () => {
    const other = await aUser()
    const socket = await (await service.as(other)).socket()
    await within2s(socket, () => SessionModel.deleteMany({ userId: other._id }))
  })

  it('by running out closes its sockets', async () => {
    const other = await service.as(await aUser())
    service.clock.advance(sessionMs - 800)
    await within2s(await other.socket(), async () => undefined)
  })
})
