import { setTimeout as sleep } from 'node:timers/promises'
import { oneAtATime } from '@jhatpat/shared/domain/fulfilment/one-at-a-time.ts'
import { until } from '@jhatpat/shared/testing/buying.ts'
import { type Service, startService } from '@jhatpat/shared/testing/service-harness.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const keyOf = (account: string) => `{${service.env.QUEUE_PREFIX}}:account:${account}`

it('waits while another process buys from the account, then takes its turn', async () => {
  await service.deps.redis.set(keyOf('SMILEBR'), 'another process', 'PX', 60_000)
  let began = false
  const turn = oneAtATime(service.deps, 'SMILEBR', async () => {
    began = true
    return 'bought'
  })
  await sleep(200)
  expect(began).toBe(false)
  await service.deps.redis.del(keyOf('SMILEBR'))
  expect(await turn).toBe('bought')
})

it('lets nobody else in while it buys, and everybody when it has ended or failed', async () => {
  let atOnce = 0
  let most = 0
  const buying = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await sleep(20)
    atOnce -= 1
    expect(await service.deps.redis.get(keyOf('SMILEPH'))).not.toBeNull()
    if (most > 100) throw new Error('never')
  }
  const failing = () => Promise.reject(new Error('the supplier broke off'))
  await Promise.allSettled([
    oneAtATime(service.deps, 'SMILEPH', buying),
    oneAtATime(service.deps, 'SMILEPH', failing),
    oneAtATime(service.deps, 'SMILEPH', buying),
  ])
  expect(most).toBe(1)
  expect(await service.deps.redis.get(keyOf('SMILEPH'))).toBeNull()
})

it('keeps other accounts out of it', async () => {
  await service.deps.redis.set(keyOf('SMILEBR'), 'another process', 'PX', 60_000)
  expect(await oneAtATime(service.deps, 'SMILEPH', async () => 'bought')).toBe('bought')
  await service.deps.redis.del(keyOf('SMILEBR'))
})

it('ends no lease but its own: one that outlived its time belongs to the next', async () => {
  const key = keyOf('SMILEPH')
  await oneAtATime(service.deps, 'SMILEPH', () => service.deps.redis.set(key, 'the next', 'PX', 60_000))
  await until(
    () => service.deps.redis.get(key),
    (holder) => holder === 'the next',
  )
  await service.deps.redis.del(key)
})
