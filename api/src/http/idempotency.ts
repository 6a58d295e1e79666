import { createHash, randomUUID } from 'node:crypto'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { IdempotencyKeyModel, type IIdempotencyKey } from '@jhatpat/shared/platform/idempotency-model.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { isDuplicateKey } from '@jhatpat/shared/platform/mongo.ts'
import { type ErrorContext, errorAnswer } from './errors.ts'

export type Once = {
  caller: Caller
  route: string
  key: string
  /** The parsed request; another one under the same key is refused. */
  request: unknown
  now: Date
  log: Logger
  run(): Promise<unknown>
  errorContext: ErrorContext
}

export type OnceAnswer = { status: number; reply: string; replayed: boolean }

/** A run that has not answered for so long died with its process. */
const takeoverMs = 60_000

/**
 * Runs a call once per key and gives every repeat the first answer: also a refusal, but not a failure of ours, which
 * may be tried again. A run whose process died is taken over after a minute, so `run` must know the key too.
 * @throws AppError `idempotency_in_flight`, `idempotency_key_reused`, `invalid_request` for a malformed key, and
 * whatever `run` throws that is not final
 */
export async function answerOnce(once: Once): Promise<OnceAnswer> {
  if (!/^[\x21-\x7e]{8,100}$/.test(once.key)) {
    throw new AppError('invalid_request', {
      field: 'Idempotency-Key',
      message: 'Idempotency-Key must have 8 to 100 visible characters.',
    })
  }
  const claim = await claimKey(once)
  if ('answered' in claim) return claim.answered
  return runAndRemember(once, claim.owner)
}

async function claimKey(once: Once): Promise<{ owner: string } | { answered: OnceAnswer }> {
  const owner = randomUUID()
  const place = { userId: once.caller.userId, route: once.route, key: once.key }
  const requestHash = hashOf(once.request)
  try {
    await IdempotencyKeyModel.create({ ...place, requestHash, state: 'running', owner, startedAt: once.now })
    return { owner }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  const earlier = await IdempotencyKeyModel.findOne(place).lean()
  if (!earlier) throw new AppError('idempotency_in_flight')
  if (earlier.requestHash !== requestHash) throw new AppError('idempotency_key_reused')
  if (earlier.state === 'answered') return { answered: answerOf(earlier) }
  await takeOver(earlier, owner, once.now)
  return { owner }
}

async function takeOver(earlier: IIdempotencyKey, owner: string, now: Date): Promise<void> {
  const isDead = earlier.startedAt.getTime() < now.getTime() - takeoverMs
  const taken =
    isDead &&
    (await IdempotencyKeyModel.updateOne(
      { _id: earlier._id, state: 'running', owner: earlier.owner },
      { owner, startedAt: now },
    ))
  if (!taken || taken.modifiedCount === 0) throw new AppError('idempotency_in_flight')
}

async function runAndRemember(once: Once, owner: string): Promise<OnceAnswer> {
  const place = { userId: once.caller.userId, route: once.route, key: once.key, owner }
  try {
    const answer = { status: 200, reply: JSON.stringify(await once.run()) }
    await remember(place, answer, once.log)
    return { ...answer, replayed: false }
  } catch (error) {
    const { status, body } = errorAnswer(error, once.errorContext)
    if (status >= 500 || status === 429) {
      await IdempotencyKeyModel.deleteOne(place).catch(() => undefined)
      throw error
    }
    const answer = { status, reply: JSON.stringify(body) }
    await remember(place, answer, once.log)
    return { ...answer, replayed: false }
  }
}

/** The effect is there already: a failure to note the answer must not look like a failure of the call. */
async function remember(
  place: Pick<IIdempotencyKey, 'userId' | 'route' | 'key' | 'owner'>,
  answer: { status: number; reply: string },
  log: Logger,
): Promise<void> {
  try {
    await IdempotencyKeyModel.updateOne({ ...place, state: 'running' }, { ...answer, state: 'answered' })
  } catch (error) {
    log.warn({ err: error, route: place.route }, 'the answer under an idempotency key was not kept')
  }
}

function answerOf(record: IIdempotencyKey): OnceAnswer {
  return { status: record.status ?? 200, reply: record.reply ?? '{}', replayed: true }
}

function hashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url')
}
