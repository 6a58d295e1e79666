import type { Options } from '@node-rs/argon2'
import type { Piscina } from 'piscina'
import { AppError } from '../../platform/app-error.ts'

/** What a thread of the pool is asked: to hash a text, or to compare one with a hash. */
export type Argon2Task = { text: string } & ({ cost: Options } | { stored: string })

/** argon2id with the parameters OWASP's password storage sheet gives. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Two threads, started when they are needed, take 38 MB for as long as they hash. They give way to everything else
 * where the system knows such a thing (`nice`), so that a rush of sign-ins holds up no order. A hundred are all through
 * within two seconds (`npm run bench:logins`); who would wait for longer is told at once to come again. Workers hash
 * nothing: the pool is made with the first password.
 */
const threads = (): Promise<Piscina> => (pool ??= makePool().catch(forgetPool))

let pool: Promise<Piscina> | undefined

async function makePool(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('./argon2-thread.mjs', import.meta.url).href,
    niceIncrement: 5,
    minThreads: 0,
    maxThreads: 2,
    maxQueue: 100,
    idleTimeout: 60_000,
  })
}

/** What could not be made is tried again with the next password. */
function forgetPool(error: unknown): never {
  pool = undefined
  throw error
}

/** Of a password that nobody has, hashed at the same cost. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$8r7HqGhmvyh8h7y1n1jTGA$PouniUoswH+uCAZIK1eVbZkOgk738bsGzUDGs9VZ54g'

/** @throws AppError `service_unavailable` when too many wait */
export function hashPassword(password: string): Promise<string> {
  return run({ text: password, cost })
}

/**
 * The same hash for the same text and salt, so that it can be looked for: for random texts, of which several share one.
 * @throws AppError `service_unavailable` when too many wait
 */
export function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return run({ text, cost: { ...cost, salt } })
}

/**
 * Takes the same time for a user who does not exist, whose hash is undefined: the answer is then false.
 * @throws AppError `service_unavailable` when too many wait
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await run<boolean>({ text: password, stored: passwordHash ?? decoy })
  return matches && passwordHash !== undefined
}

async function run<Answer = string>(task: Argon2Task): Promise<Answer> {
  try {
    return await (await threads()).run(task)
  } catch (error) {
    const isFull = error instanceof Error && error.message === 'Task queue is at limit'
    throw isFull ? new AppError('service_unavailable', { cause: error }) : error
  }
}

/** Whether a password was hashed with other parameters than one is now. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
