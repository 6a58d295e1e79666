import { hash, verify } from '@node-rs/argon2'
import { createTurnstile } from '../../platform/turnstile.ts'

/** argon2id with the parameters OWASP's password storage sheet gives. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A process has four threads for files, names and packing, and argon2 takes one of them for some 30 ms: two at once
 * leave two, and take 38 MB. A hundred are all through within two seconds (`npm run bench:logins`); who would wait
 * for longer is told at once to come again.
 */
const pass = createTurnstile({ atOnce: 2, waiting: 98 })

/** Of a password that nobody has, hashed at the same cost. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$8r7HqGhmvyh8h7y1n1jTGA$PouniUoswH+uCAZIK1eVbZkOgk738bsGzUDGs9VZ54g'

/** @throws AppError `service_unavailable` when too many wait */
export function hashPassword(password: string): Promise<string> {
  return pass(() => hash(password, cost))
}

/**
 * The same hash for the same text and salt, so that it can be looked for: for random texts, of which several share one.
 * @throws AppError `service_unavailable` when too many wait
 */
export function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return pass(() => hash(text, { ...cost, salt }))
}

/**
 * Takes the same time for a user who does not exist, whose hash is undefined: the answer is then false.
 * @throws AppError `service_unavailable` when too many wait
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await pass(() => verify(passwordHash ?? decoy, password))
  return matches && passwordHash !== undefined
}

/** Whether a password was hashed with other parameters than one is now. */
export function isOfOldCost(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
