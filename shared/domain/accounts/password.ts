import type { Options } from '@node-rs/argon2'
import type { Piscina } from 'piscina'
import { AppError } from '../../platform/app-error.ts'

/** A task for a thread of the pool: hash a text, or compare a text with a hash. */
export type Argon2Task = { text: string } & ({ cost: Options } | { stored: string })

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Two threads, started on demand, use 38 MB while they hash. They run at a lower priority where the system supports it
 * (`nice`), so that a rush of sign-ins does not delay orders. A queue of 100 takes less than two seconds (`npm run
 * bench:logins`); beyond that, calls fail at once. The pool is created with the first password, so workers never have
 * one.
 */
const threadPool = (): Promise<Piscina> => (pool ??= makePool().catch(resetPool))

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

/** Creates the pool again with the next password. */
function resetPool(error: unknown): never {
  pool = undefined
  throw error
}

/** The hash of an unknown password, at the same cost. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$8r7HqGhmvyh8h7y1n1jTGA$PouniUoswH+uCAZIK1eVbZkOgk738bsGzUDGs9VZ54g'

/** @throws AppError `service_unavailable` when the queue is full */
export function hashPassword(password: string): Promise<string> {
  return run({ text: password, cost })
}

/**
 * Gives the same hash for the same text and salt, so that a hash can be searched for. For random texts only, several of
 * which share a salt.
 * @throws AppError `service_unavailable` when the queue is full
 */
export function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return run({ text, cost: { ...cost, salt } })
}

/**
 * Takes the same time for a user who does not exist, whose hash is undefined; the answer is then false.
 * @throws AppError `service_unavailable` when the queue is full
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await run<boolean>({ text: password, stored: passwordHash ?? decoy })
  return matches && passwordHash !== undefined
}

async function run<Answer = string>(task: Argon2Task): Promise<Answer> {
  try {
    return await (await threadPool()).run(task)
  } catch (error) {
    const isFull = error instanceof Error && error.message === 'Task queue is at limit'
    throw isFull ? new AppError('service_unavailable', { cause: error }) : error
  }
}

/** Whether a password was hashed with other parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
