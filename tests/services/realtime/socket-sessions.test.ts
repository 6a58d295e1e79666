import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { type IUser, SessionModel, sessionMs } from '@jhatpat/shared/domain/accounts/index.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAccess } from '../../support/change-access.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person, TestSocket } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed, refusalOf } from './socket-requests.ts'

let service: Service
let user: IUser
let asha: Person
let secondApi: number

beforeAll(async () => {
  service = await startService()
  secondApi = await service.startAnotherApi()
  user = await insertCustomer()
  asha = await service.as(user)
})
afterAll(() => service.stop())

describe('a socket', () => {
  it('needs a session', async () => {
    expect(await refusalOf(service.guest.socket())).toMatchObject({ data: { code: 'not_signed_in' } })
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
    'is refused by an odd handshake, without a failure (%#)',
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
    socket.emit('order.unsubscribe', { client_txn_id: 'x'.repeat(20_000) })
    await end
    expect((await service.guest.request('/healthz')).status).toBe(200)
    socket.disconnect()
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

  it('by revocation closes all the user’s sockets within 2 s, and no other user’s', async () => {
    const other = await insertCustomer()
    const socket = await (await service.as(other, secondApi)).socket()
    const bystander = await asha.socket()
    await within2s(socket, () => changeAccess(other, {}, service.deps))
    expect(bystander.connected).toBe(true)
  })

  it('closes its sockets within 2 s even when the event is lost', async () => {
    const other = await insertCustomer()
    const socket = await (await service.as(other)).socket()
    await within2s(socket, () => SessionModel.deleteMany({ userId: other._id }))
  })

  it('by expiry closes its sockets', async () => {
    const other = await service.as(await insertCustomer())
    service.clock.advance(sessionMs - 800)
    await within2s(await other.socket(), async () => undefined)
  })
})
