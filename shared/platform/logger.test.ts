import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

it('writes one JSON object a line, with its time in ms since 1970, independent of the time zone', () => {
  const lines: string[] = []
  const to = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  const before = Date.now()
  createLogger('api', 'info', to).info({ event: 'sign_in', name: 'a\nb' }, 'one\ntwo')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toContain('\n')
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect(line).toMatchObject({ event: 'sign_in', msg: 'one\ntwo' })
  expect(line.time).toBeGreaterThanOrEqual(before)
  expect(line.time).toBeLessThanOrEqual(Date.now())
})
