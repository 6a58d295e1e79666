import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { LimitRedis } from './limit-store.ts'

/** Iterations of PBKDF2 for one key: half a millisecond on a computer, a few on a phone. */
const cost = 5_000
const challengeMs = 5 * 60_000
/** The header of a regular client has some 800 characters. */
const maxHeaderLength = 4_000

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string(),
      expiresAt: z.number(),
      data: z.object({ about: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

export type WorkEnv = SecretEnv & Pick<Env, 'QUEUE_PREFIX' | 'PROOF_OF_WORK_TRIES'>

type WorkDeps = { redis: LimitRedis; clock: Clock; env: WorkEnv }

/**
 * Challenges that cost a caller's device a second or two of computation, and the api a fraction of
 * a millisecond to check. They are signed and not stored; Redis only stores the used ones, until
 * they expire.
 */
export function createWork({ redis, clock, env }: WorkDeps) {
  const tries = env.PROOF_OF_WORK_TRIES
  const secrets = {
    hmacSignatureSecret: macOf(env, 'proof-of-work', 'challenge'),
    hmacKeySignatureSecret: macOf(env, 'proof-of-work', 'key'),
  }
  return {
    /** @param about the only purpose that the answer is accepted for */
    challenge: (about: string): Promise<Challenge> =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        deriveKey,
        ...secrets,
        counter: randomInt(Math.ceil(tries * 1.25), Math.ceil(tries * 0.75)),
        data: { about },
        expiresAt: new Date(clock.now().getTime() + challengeMs),
      }),
    /**
     * Whether a header answers a challenge for this purpose, before it expires and for the first
     * time.
     * @throws AppError `service_unavailable` when Redis does not answer
     */
    async accept(header: string, about: string): Promise<boolean> {
      const answer = readAnswer(header)
      const { nonce, data, expiresAt = 0 } = answer?.challenge.parameters ?? {}
      const leftMs = expiresAt * 1_000 - clock.now().getTime()
      if (!answer || data?.about !== about || leftMs <= 0) return false
      const { verified } = await verifySolution({ ...answer, deriveKey, ...secrets })
      return verified && isFirstUse(`${env.QUEUE_PREFIX}:limit:work:${nonce}`, leftMs)
    },
  }

  async function isFirstUse(key: string, leftMs: number): Promise<boolean> {
    if (redis.isUnavailable()) throw new AppError('service_unavailable')
    const set = redis.call('SET', [key, '1', 'NX', 'PX', String(Math.ceil(leftMs))])
    const reply = await set.catch((cause: unknown) => {
      throw new AppError('service_unavailable', { cause })
    })
    return reply === 'OK'
  }
}

export type Work = ReturnType<typeof createWork>

/**
 * Parses a header; undefined for an invalid one. The challenge's signature is checked separately.
 */
function readAnswer(header: string): Payload | undefined {
  if (header.length > maxHeaderLength) return undefined
  try {
    return Answer.safeParse(JSON.parse(atob(header))).data as Payload | undefined
  } catch {
    return undefined
  }
}
