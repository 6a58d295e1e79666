import { describe, expect, it, vi } from 'vitest'
import { takeAnonymousCheck } from './anonymous-checks.ts'

type Deps = Parameters<typeof takeAnonymousCheck>[0]

const broken = {
  status: 'ready',
  multi: () => ({
    incr: () => ({ expire: () => ({ exec: async () => [[new Error('READONLY'), undefined]] }) }),
  }),
}

describe.each([
  ['unavailable', { status: 'end' }],
  ['answering with errors', broken],
])('while Redis is %s', (_what, redis) => {
  it('limits the checks of each supplier account by itself, and starts at zero in the next second', async () => {
    let now = new Date('2026-11-28T10:00:00.000Z')
    const deps = {
      redis,
      env: { ID_CHECKS_PER_SECOND: 2, QUEUE_PREFIX: 'test' },
      log: { debug: vi.fn() },
      clock: { now: () => now },
    } as unknown as Deps
    const take = (account: string) =>
      takeAnonymousCheck(deps, account).then(
        () => 'taken',
        (error) => error.code,
      )
    const second = async () => {
      const taken: string[] = []
      for (const account of ['SMILEBR', 'SMILEPH', 'SMILEBR', 'SMILEPH', 'SMILEBR', 'SMILEPH'])
        taken.push(await take(account))
      return taken
    }
    const limited = ['taken', 'taken', 'taken', 'taken', 'too_many_requests', 'too_many_requests']
    expect(await second()).toEqual(limited)
    now = new Date(now.getTime() + 1_000)
    expect(await second()).toEqual(limited)
  })
})
