import { expect, it } from 'vitest'
import type { AppError } from './app-error.ts'
import { createTurnstile } from './turnstile.ts'

/** Pieces of work that end when they are told to. */
function workshop() {
  const begun: number[] = []
  const ends = new Map<number, { resolve(value: number): void; reject(error: Error): void }>()
  const piece = (number: number) => () => {
    begun.push(number)
    return new Promise<number>((resolve, reject) => ends.set(number, { resolve, reject }))
  }
  return { begun, ends, piece }
}
const settled = () => new Promise(setImmediate)

it('lets two run, the others wait in their order, and refuses whom there is no room for', async () => {
  const { begun, ends, piece } = workshop()
  const pass = createTurnstile({ atOnce: 2, waiting: 2 })
  const passing = [1, 2, 3, 4].map((number) => pass(piece(number)))
  await expect(pass(piece(5))).rejects.toMatchObject({
    code: 'service_unavailable',
  } satisfies Partial<AppError>)
  expect(begun).toEqual([1, 2])
  ends.get(2)?.resolve(2)
  await settled()
  expect(begun).toEqual([1, 2, 3])
  ends.get(1)?.resolve(1)
  await settled()
  expect(begun).toEqual([1, 2, 3, 4])
  for (const number of [3, 4]) ends.get(number)?.resolve(number)
  expect(await Promise.all(passing)).toEqual([1, 2, 3, 4])
})

it('gives a place back when its work fails, and to nobody twice', async () => {
  const { begun, ends, piece } = workshop()
  const pass = createTurnstile({ atOnce: 1, waiting: 5 })
  const failing = pass(piece(1))
  const next = pass(piece(2))
  ends.get(1)?.reject(new Error('it broke'))
  await expect(failing).rejects.toThrow('it broke')
  await settled()
  const last = pass(piece(3))
  await settled()
  expect(begun).toEqual([1, 2])
  ends.get(2)?.resolve(2)
  await next
  await settled()
  ends.get(3)?.resolve(3)
  expect(await last).toBe(3)
})
