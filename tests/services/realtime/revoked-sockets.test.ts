import { SessionModel, sessionMs, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createRevocations } from '../../../api/src/realtime/revoked-sockets.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const count = 1_200
let closed: Set<string>
let open: {
  connected: boolean
  data: { caller: { userId: string; sessionId: string; role: 'user' | 'admin' } }
  disconnect(): void
}[]
let runPass: () => Promise<void>

/** That many sockets, each of one person. */
beforeEach(async () => {
  const blueprint = await UserModel.findById((await insertCustomer())._id)
    .orFail()
    .lean()
  const users = Array.from({ length: count }, () => ({ ...blueprint, _id: new Types.ObjectId() }))
  await UserModel.collection.insertMany(users)
  const now = service.clock.now()
  const sessions = users.map(({ _id: userId }) => ({
    _id: `session of ${userId.toHexString()}`,
    userId,
    validFrom: new Date(0),
    address: '',
    device: '',
    hasSecondFactor: false,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + sessionMs),
  }))
  await SessionModel.insertMany(sessions)
  closed = new Set()
  open = sessions.map(({ _id: sessionId, userId }) => ({
    connected: true,
    data: { caller: { userId: userId.toHexString(), sessionId, role: 'user' } },
    disconnect: () => void closed.add(sessionId),
  }))
  runPass = createRevocations({ ...service.deps, sockets: () => open, rule: { isRequired: false } })
})

const at = (index: number) => open[index]?.data.caller ?? expect.unreachable()

it('closes the sockets of blocked users in one pass, wherever they are among many', async () => {
  for (const index of [3, 1_150]) {
    const user = await UserModel.findById(at(index).userId).orFail().lean()
    await changeAccess(user, { isBlocked: true }, service.deps)
  }
  await runPass()
  expect(closed).toEqual(new Set([at(3).sessionId, at(1_150).sessionId]))
})

it('closes the socket of a single revoked session within a full pass', async () => {
  await SessionModel.deleteMany({ _id: { $in: [at(1).sessionId, at(1_150).sessionId] } })
  await runPass()
  expect(closed).toEqual(new Set([at(1).sessionId]))
  await runPass()
  expect(closed.size).toBe(1)
  await runPass()
  expect(closed).toEqual(new Set([at(1).sessionId, at(1_150).sessionId]))
})

it('closes the socket of an idle admin in one pass, wherever it is among many', async () => {
  const caller = at(1_150)
  caller.role = 'admin'
  await UserModel.updateOne({ _id: caller.userId }, { role: 'admin' })
  const idleMs = 15 * 60_000
  runPass = createRevocations({ ...service.deps, sockets: () => open, rule: { isRequired: false, idleMs } })
  await runPass()
  expect(closed.size).toBe(0)
  const lastUsedAt = new Date(service.clock.now().getTime() - idleMs)
  await SessionModel.updateMany({ _id: { $in: [caller.sessionId, at(3).sessionId] } }, { lastUsedAt })
  await runPass()
  expect(closed).toEqual(new Set([caller.sessionId]))
})

it('starts again with the first, and closes no active session', async () => {
  for (let index = 0; index < 3; index += 1) await runPass()
  expect(closed.size).toBe(0)
  await SessionModel.deleteOne({ _id: at(0).sessionId })
  await runPass()
  expect(closed).toEqual(new Set([at(0).sessionId]))
})

it('logs that the database does not answer, and continues', async () => {
  const broken = createRevocations({
    ...service.deps,
    sockets: () => open,
    rule: { isRequired: false },
    clock: {
      now: () => {
        throw new Error('no primary')
      },
    },
  })
  await expect(broken()).resolves.toBeUndefined()
})
