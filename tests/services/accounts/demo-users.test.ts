import { createUser, demoPassword, demoUsers, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../../api/src/start-api.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
const apis: RunningApi[] = []
beforeAll(async () => {
  service = await startService()
  for (const person of demoUsers.slice(2)) {
    await createUser({ ...person, password: demoPassword, verified: true })
  }
})
afterAll(async () => {
  for (const api of apis) await api.stop()
  await service.stop()
})
afterEach(() => UserModel.updateMany({}, { verified: true, isBlocked: false }))

/** Starts another api with other settings. */
async function startWith(more: Partial<Env>): Promise<'started'> {
  const env = { ...service.env, ...more }
  const api = await startApi({ env, log: createLogger('test', 'silent'), clock: service.clock })
  apis.push(api)
  return 'started'
}

describe('a shop with an account that uses the demo’s password', () => {
  it('does not start in production, and says which accounts these are and what to do', async () => {
    await expect(startWith({ NODE_ENV: 'production' })).rejects.toThrow(
      /NODE_ENV is production: meera@jhatpat\.test, imran@jhatpat\.test can sign in .* Set MONGODB_URI/,
    )
  })

  it('does not start with one real provider, whatever NODE_ENV says', async () => {
    for (const NODE_ENV of ['development', 'test'] as const) {
      await expect(startWith({ NODE_ENV, MOOGOLD_URL: 'https://moogold.com' })).rejects.toThrow(
        'MooGold are real: meera@jhatpat.test',
      )
    }
  })

  it('starts where all providers are simulated', async () => {
    expect(await startWith({})).toBe('started')
  })

  it('starts in production when none of these accounts can sign in: blocked, or never verified', async () => {
    const [meera, imran] = await UserModel.find().sort({ email: -1 })
    await UserModel.updateOne({ _id: meera!._id }, { isBlocked: true })
    await expect(startWith({ NODE_ENV: 'production' })).rejects.toThrow(': imran@jhatpat.test can sign in')
    await UserModel.updateOne({ _id: imran!._id }, { verified: false })
    expect(await startWith({ NODE_ENV: 'production' })).toBe('started')
  })

  it('starts in production with a demo address that has a password of its own', async () => {
    const own = await createUser({ ...demoUsers[0], password: 'nobody else knows this', verified: true })
    await UserModel.updateMany({ _id: { $ne: own._id } }, { isBlocked: true })
    expect(await startWith({ NODE_ENV: 'production' })).toBe('started')
  })
})
