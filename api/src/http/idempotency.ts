import { randomUUID } from 'node:crypto'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import {
  IdempotencyKeyModel,
  type IIdempotencyKey,
  idempotencyKeyId,
} from '@jhatpat/shared/platform/idempotency-model.ts'
import { newReferenceStem } from '@jhatpat/shared/platform/ids.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { isMacOf, macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { type ErrorContext, errorAnswer } from './errors.ts'
import { isFirst, keepEnd, type RunEnd } from './idempotency-records.ts'

export type Once = {
  caller: Caller
  route: string
  key: string
  /** The parsed request; another one under the same key is refused. */
  request: unknown
  env: SecretEnv
  now: Date
  log: Logger
  /** Of an order: what is ordered, for the customer's list of unanswered orders. */
  about?: { productid: string; itemid: number } | undefined
  run(how: Run): Promise<unknown>
  errorContext: ErrorContext
}

/**
 * `ref`: what follows the prefix in the id of the thing the call makes, the same in every try. `isStillWanted`: false when
 * a slow run was taken over by another try, or its customer has stopped it.
 */
export type Run = { ref: string; isStillWanted(): Promise<boolean> }

export type OnceAnswer = { status: number; reply: string; replayed: boolean }

/** A run that has not answered for so long died with its process. */
export const takeoverMs = 60_000
/** From this age on a run checks its key's record before it writes. Shorter than the take-over, so no check comes late. */
const slowMs = takeoverMs / 2

/**
 * Runs a call once per key and gives every repeat the first answer: also a refusal, but neither a failure of
 * ours, which may be tried again, nor a question. A key belongs to one call and one request while it is stored. A run
 * whose process crashed is taken over after a minute, with the same id for what it makes.
 * @throws AppError `idempotency_in_flight`, `idempotency_key_reused`, `stopped_by_customer`, `invalid_request` for a malformed
 * key, and whatever `run` throws that is not final
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
  return runAndRemember(once, claim)
}

type Claim = Pick<IIdempotencyKey, '_id' | 'owner' | 'ref'>

async function claimKey(once: Once): Promise<Claim | { answered: OnceAnswer }> {
  const { caller, route, key, request, env, now, about } = once
  const text = JSON.stringify(request)
  const claim = {
    _id: idempotencyKeyId(caller.userId, key),
    owner: randomUUID(),
    ref: newReferenceStem(now),
  }
  // A request may carry a code that is short enough to be found from a plain hash.
  const requestHash = macOf(env, 'request', text)
  const record = {
    ...{ ...claim, route, requestHash, state: 'running' as const, startedAt: now },
    ...(about && { openFor: caller.userId, about: { key, ...about } }),
  } satisfies IIdempotencyKey
  if (await isFirst(record)) return claim
  const earlier = await IdempotencyKeyModel.findById(claim._id).lean()
  if (!earlier) throw new AppError('idempotency_in_flight')
  if (earlier.state === 'closed') throw new AppError('stopped_by_customer')
  if (earlier.route !== route || !isMacOf(env, { purpose: 'request', stored: earlier.requestHash }, text)) {
    throw new AppError('idempotency_key_reused')
  }
  if (earlier.state === 'answered') return { answered: answerOf(earlier) }
  await takeOver(earlier, record)
  return { ...claim, ref: earlier.ref }
}

type NewRun = Pick<IIdempotencyKey, 'owner' | 'startedAt'> & Partial<IIdempotencyKey>

async function takeOver({ _id, state, owner, startedAt: since }: IIdempotencyKey, by: NewRun) {
  const { startedAt, openFor } = by
  const isFree = state === 'open' || since.getTime() < startedAt.getTime() - takeoverMs
  const taken =
    isFree &&
    (await IdempotencyKeyModel.updateOne(
      { _id, state, owner },
      { state: 'running', owner: by.owner, startedAt, ...(openFor && { openFor }) },
    ))
  if (!taken || taken.modifiedCount === 0) throw new AppError('idempotency_in_flight')
}

async function runAndRemember(once: Once, claim: Claim): Promise<OnceAnswer> {
  const began = performance.now()
  const isStillWanted = async () => performance.now() - began < slowMs || (await isRunning(claim))
  try {
    const answer = { status: 200, reply: JSON.stringify(await once.run({ ref: claim.ref, isStillWanted })) }
    await note(once, claim, { ...answer, state: 'answered', isAnswered: true })
    return { ...answer, replayed: false }
  } catch (error) {
    const { status, body } = errorAnswer(error, once.errorContext)
    if (status >= 500 || status === 429 || isQuestion(error)) {
      await note(once, claim, { state: 'open', ...(status < 500 && { isAnswered: true }) })
      throw error
    }
    const answer = { status, reply: JSON.stringify(body) }
    await note(once, claim, { ...answer, state: 'answered', isAnswered: true })
    return { ...answer, replayed: false }
  }
}

const isRunning = async ({ _id, owner }: Claim): Promise<boolean> =>
  (await IdempotencyKeyModel.exists({ _id, owner, state: 'running' })) !== null

/** A question is no answer: the same request comes again with what the customer says. */
const questions: ReadonlySet<string> = new Set(['ordered_already', 'price_unconfirmed'])

const isQuestion = (error: unknown): boolean => error instanceof AppError && questions.has(error.code)

/** What was done is done: a failure to note how it went must not look like a failure of the call. */
async function note({ route, log }: Once, { _id, owner }: Claim, end: RunEnd): Promise<void> {
  try {
    await keepEnd({ _id, owner, end })
  } catch (error) {
    log.warn({ err: error, route }, 'how a call ended was not kept under its idempotency key')
  }
}

function answerOf(record: IIdempotencyKey): OnceAnswer {
  return { status: record.status ?? 200, reply: record.reply ?? '{}', replayed: true }
}
