import type { BoardPerson } from '@jhatpat/shared/contracts/realtime.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const id = 'JP261121K7Q2MD'
const at = (orderid: string | null, isHere = true) => ({ orderid, isHere })

it('tells admins on any process within a second who is at which order, who was there before, and who has gone', async () => {
  const meera = await (await service.as(await anAdmin({ name: 'Meera' }))).socket()
  const imran = await (
    await service.as(await anAdmin({ name: 'Imran' }), await service.startAnotherApi())
  ).socket()
  const heard: BoardPerson[] = []
  meera.on('board.person', (person) => heard.push(person))
  const last = () => until(async () => heard.at(-1), Boolean)
  for (const one of [meera, imran]) await one.emitWithAck('board.watch', {})

  expect(await meera.emitWithAck('board.at', at(null))).toEqual({ ok: true, snapshot: [] })
  const before = performance.now()
  const answer = await imran.emitWithAck('board.at', at(id))
  expect(answer).toMatchObject({ ok: true, snapshot: [{ name: 'Meera', orderid: null, isHere: true }] })
  expect(await last()).toMatchObject({ name: 'Imran', orderid: id, isHere: true })
  expect(await imran.emitWithAck('board.at', at(id)), 'told already').toEqual({ ok: true, snapshot: [] })
  expect(performance.now() - before).toBeLessThan(1_000)

  imran.disconnect()
  expect(
    await until(
      async () => heard.at(-1),
      (person) => person?.isHere === false,
    ),
  ).toMatchObject({ name: 'Imran' })
  expect(await meera.emitWithAck('board.at', at(id))).toEqual({ ok: true, snapshot: [] })
})

it('is nothing that customers are told or may say', async () => {
  const asha = await (await service.as(await aUser())).socket()
  expect(await asha.emitWithAck('board.at', at(id))).toMatchObject({ ok: false, code: 'forbidden' })
  const meera = await (await service.as(await anAdmin())).socket()
  expect(
    await meera.emitWithAck('board.at', { orderid: 'x'.repeat(500), isHere: true } as never),
  ).toMatchObject({
    ok: false,
  })
})
