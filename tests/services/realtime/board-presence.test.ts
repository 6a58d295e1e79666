import { type BoardPresence, presenceTimeoutMs } from '@jhatpat/shared/contracts/realtime.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const id = 'JP261121K7Q2MD'
const at = (orderid: string | null, isPresent = true) => ({ orderid, isPresent })

it('shows admins on any process within a second who is at which order, who came before, and who has left', async () => {
  const meera = await (await service.as(await insertAdmin({ name: 'Meera' }))).socket()
  const imran = await (
    await service.as(await insertAdmin({ name: 'Imran' }), await service.startAnotherApi())
  ).socket()
  const received: BoardPresence[] = []
  meera.on('board.presence_updated', (person) => received.push(person))
  const last = () => until(async () => received.at(-1), Boolean)
  for (const one of [meera, imran]) await one.emitWithAck('board.subscribe', {})

  expect(await meera.emitWithAck('board.set_presence', at(null))).toEqual({ ok: true, snapshot: [] })
  const before = performance.now()
  const answer = await imran.emitWithAck('board.set_presence', at(id))
  expect(answer).toMatchObject({ ok: true, snapshot: [{ name: 'Meera', orderid: null, isPresent: true }] })
  expect(await last()).toMatchObject({ name: 'Imran', orderid: id, isPresent: true })
  expect(await imran.emitWithAck('board.set_presence', at(id)), 'told already').toEqual({
    ok: true,
    snapshot: [],
  })
  expect(performance.now() - before).toBeLessThan(1_000)

  imran.disconnect()
  expect(
    await until(
      async () => received.at(-1),
      (person) => person?.isPresent === false,
    ),
  ).toMatchObject({ name: 'Imran' })
  expect(await meera.emitWithAck('board.set_presence', at(id))).toEqual({ ok: true, snapshot: [] })
})

it('forgets admins who left without a message, and skips unreadable entries', async () => {
  const { redis, env, clock } = service.deps
  const key = `${hashTag(env.QUEUE_PREFIX, 'board')}:people`
  const person = { id: 'a', adminId: 'b', name: 'Silent', orderid: null, isPresent: true }
  const at = clock.now().getTime() - presenceTimeoutMs - 1_000
  await redis.hset(key, 'silent', JSON.stringify({ person, at }), 'broken', 'no JSON', 'empty', 'null')
  const meera = await (await service.as(await insertAdmin())).socket()
  expect(await meera.emitWithAck('board.set_presence', { orderid: null, isPresent: true })).toMatchObject({
    ok: true,
  })
  await expect
    .poll(async () => (await redis.hkeys(key)).filter((id) => ['silent', 'broken', 'empty'].includes(id)))
    .toEqual([])
})

it('ignores an older message of a page after a newer one', async () => {
  const [meera, imran] = await Promise.all(
    [await insertAdmin(), await insertAdmin()].map(async (admin) => (await service.as(admin)).socket()),
  )
  const all = await Promise.all(
    Array.from({ length: 15 }, (_, index) => meera!.emitWithAck('board.set_presence', at(id, index < 14))),
  )
  expect(all.every(({ ok }) => ok)).toBe(true)
  const others = await imran!.emitWithAck('board.set_presence', at(null))
  expect(others.ok && others.snapshot.filter((person) => person.id === meera!.id)).toEqual([])
})

it('is neither shown to customers nor open to them', async () => {
  const asha = await (await service.as(await insertCustomer())).socket()
  expect(await asha.emitWithAck('board.set_presence', at(id))).toMatchObject({ ok: false, code: 'forbidden' })
  const meera = await (await service.as(await insertAdmin())).socket()
  expect(
    await meera.emitWithAck('board.set_presence', { orderid: 'x'.repeat(500), isPresent: true } as never),
  ).toMatchObject({
    ok: false,
  })
})
