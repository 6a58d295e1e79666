import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

it('verifies a password by its hash, and no password without a hash', async () => {
  const stored = await hashPassword('correct horse')
  expect(await isPassword(stored, 'correct horse')).toBe(true)
  expect(await isPassword(stored, 'wrong horse')).toBe(false)
  expect(await isPassword(undefined, 'correct horse')).toBe(false)
})

it('takes as long for a user who does not exist: the decoy has the parameters of a real hash', async () => {
  const source = await readFile(new URL('password.ts', import.meta.url), 'utf8')
  const parameters = (text: string) => /\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(text)?.[0]
  expect(parameters(source)).toBe(parameters(await hashPassword('any')))
})

it('keeps threads free for other work while 100 passwords are verified, and refuses further ones at once', async () => {
  const stored = await hashPassword('correct horse')
  const startedAt = performance.now()
  const queued = Promise.all(Array.from({ length: 100 }, () => isPassword(stored, 'wrong')))
  const excess = Promise.allSettled(Array.from({ length: 10 }, () => isPassword(stored, 'wrong')))
  await readFile(new URL('password.ts', import.meta.url))
  const readAfter = performance.now() - startedAt
  expect(new Set(await queued)).toEqual(new Set([false]))
  expect(readAfter).toBeLessThan((performance.now() - startedAt) / 2)
  const rejected = (await excess).filter((result) => result.status === 'rejected')
  // Two may be in progress when the queue is full.
  expect(rejected.length).toBeGreaterThanOrEqual(8)
  for (const { reason } of rejected) expect(reason).toMatchObject({ code: 'service_unavailable' })
}, 30_000)
