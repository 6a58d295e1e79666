import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

it('knows a password by its hash, and nobody without one', async () => {
  const stored = await hashPassword('correct horse')
  expect(await isPassword(stored, 'correct horse')).toBe(true)
  expect(await isPassword(stored, 'wrong horse')).toBe(false)
  expect(await isPassword(undefined, 'correct horse')).toBe(false)
})

it('costs as much for a user who does not exist: the decoy has the parameters of a real hash', async () => {
  const source = await readFile(new URL('password.ts', import.meta.url), 'utf8')
  const parameters = (text: string) => /\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(text)?.[0]
  expect(parameters(source)).toBe(parameters(await hashPassword('any')))
})

it('leaves threads for others while 100 passwords are looked at, and refuses those after them at once', async () => {
  const stored = await hashPassword('correct horse')
  const begun = performance.now()
  const looked = Promise.all(Array.from({ length: 100 }, () => isPassword(stored, 'wrong')))
  const late = Promise.allSettled(Array.from({ length: 10 }, () => isPassword(stored, 'wrong')))
  await readFile(new URL('password.ts', import.meta.url))
  const readAfter = performance.now() - begun
  expect(new Set(await looked)).toEqual(new Set([false]))
  expect(readAfter).toBeLessThan((performance.now() - begun) / 2)
  const refused = (await late).filter((one) => one.status === 'rejected')
  // Two may be under way when the line is full.
  expect(refused.length).toBeGreaterThanOrEqual(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'service_unavailable' })
}, 30_000)
