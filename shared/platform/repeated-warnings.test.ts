import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from './logger.ts'

let lines: Record<string, unknown>[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  lines = []
})

const logger = () => createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) })

it('counts a warning that repeats, and writes at the end of the minute how often', () => {
  const log = logger()
  for (let n = 0; n < 1_099; n += 1) log.warn({ account: 'MOOGOLD', n }, 'account asked us to slow down')
  expect(lines).toHaveLength(5)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(6)
  expect(lines[5]).toMatchObject({ level: 40, repeated: 1_094, account: 'MOOGOLD', msg: lines[0]?.msg })
  log.warn({ account: 'MOOGOLD' }, 'account asked us to slow down')
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(7)
})

it('counts each account by itself, also for a child of the logger', () => {
  const log = logger()
  for (let n = 0; n < 20; n += 1) {
    log.warn({ account: 'SMILEBR' }, 'no answer')
    log.child({}).warn({ account: 'SMILEPH' }, 'no answer')
  }
  expect(lines.map(({ account }) => account)).toEqual(Array(5).fill(['SMILEBR', 'SMILEPH']).flat())
})

it('writes every error, and every line that is evidence', () => {
  const log = logger()
  for (let n = 0; n < 20; n += 1) {
    log.error('job failed')
    log.warn({ event: 'sign_in_failed' }, 'sign in failed')
    log.warn({ step: 'answered' }, 'supplier’s answer')
  }
  expect(lines).toHaveLength(60)
})
