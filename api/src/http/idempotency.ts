import { randomUUID } from 'node:crypto'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { batchAnswers } from '@jhatpat/shared/platform/batch-calls.ts'
import {
  IdempotencyKeyModel,
  type IIdempotencyKey,
  idempotencyKeyId,
} from '@jhatpat/shared/platform/idempotency-model.ts'
import { newReferenceStem } from '@jhatpat/shared/platform/ids.ts'
import { insertMany } from '@jhatpat/shared/platform/insert-many.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { unorderedWrites } from '@jhatpat/shared/platform/mongo.ts'
import { isMacOf, macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { type ErrorContext, errorAnswer } from './errors.ts'

type IdempotentCall = {
  caller: Caller
  route: string
  key: string
  /** The parsed request; another request with the same key is rejected. */
  request: unknown
  env: SecretEnv
  now: Date
  log: Logger
  /** For an order: what is ordered, for the customer's list of unanswered orders. */
  about?: { productid: string; itemid: number } | undefined
  run(how: Run): Promise<unknown>
  errorContext: ErrorContext
}

/**
 * `ref`: the part after the prefix in the id of what the call creates, the same in every try.
 * `isStillWanted`: false when another try has recovered a slow run, or the customer has cancelled
 * it.
 */
export type Run = { ref: string; isStillWanted(): Promise<boolean> }

type IdempotentReply = { status: number; reply: string; replayed: boolean }

/** A run without a reply for this long has crashed. */
const takeoverMs = 60_000
/**
 * From this age on a run checks its key's record before it writes. Shorter than the recovery time,
 * so that no check comes late.
 */
const slowMs = takeoverMs / 2

/**
 * Runs a call once per key and gives every repeat the first reply, including a rejection, but not a
 * server error, which may be retried, nor a question. A key belongs to one call and one request
 * while it is stored. A run whose process crashed is recovered after a minute, with the same id for
 * what it creates.
 * @throws AppError `idempotency_in_flight`, `idempotency_key_reused`, `stopped_by_customer`,
 * `invalid_request` for a malformed key, and any error of `run` that is not final
 */
export async function runIdempotently(call: IdempotentCall): Promise<IdempotentReply> {
  if (!/^[\x21-\x7e]{8,100}$/.test(call.key)) {
    throw new AppError('invalid_request', {
      field: 'Idempotency-Key',
      message: 'Idempotency-Key must have 8 to 100 visible characters.',
    })
  }
  const keyRun = await acquireKey(call)
  if ('answered' in keyRun) return keyRun.answered
  return runAndRecord(call, keyRun)
}

type KeyRun = Pick<IIdempotencyKey, '_id' | 'owner' | 'ref'>

async function acquireKey(call: IdempotentCall): Promise<KeyRun | { answered: IdempotentReply }> {
  const { caller, route, key, request, env, now, about } = call
  const text = JSON.stringify(request)
  const keyRun = {
    _id: idempotencyKeyId(caller.userId, key),
    owner: randomUUID(),
    ref: newReferenceStem(now),
  }
  // A request may contain a code that is short enough to be found from a plain hash.
  const requestHash = macOf(env, 'request', text)
  const record = {
    ...keyRun,
    route,
    requestHash,
    state: 'running' as const,
    startedAt: now,
    ...(about && { openFor: caller.userId, about: { key, ...about } }),
  } satisfies IIdempotencyKey
  if (await reserveKey(record)) return keyRun
  const earlier = await IdempotencyKeyModel.findById(keyRun._id).lean()
  if (!earlier) throw new AppError('idempotency_in_flight')
  if (earlier.state === 'closed') throw new AppError('stopped_by_customer')
  if (earlier.route !== route || !isMacOf(env, { purpose: 'request', stored: earlier.requestHash }, text)) {
    throw new AppError('idempotency_key_reused')
  }
  if (earlier.state === 'answered') return { answered: recordedReply(earlier) }
  await recoverRun(earlier, record)
  return { ...keyRun, ref: earlier.ref }
}

type NewRun = Pick<IIdempotencyKey, 'owner' | 'startedAt'> & Partial<IIdempotencyKey>

async function recoverRun({ _id, state, owner, startedAt: since }: IIdempotencyKey, by: NewRun) {
  const { startedAt, openFor } = by
  const isFree = state === 'open' || since.getTime() < startedAt.getTime() - takeoverMs
  const recovered =
    isFree &&
    (await IdempotencyKeyModel.updateOne(
      { _id, state, owner },
      { state: 'running', owner: by.owner, startedAt, ...(openFor && { openFor }) },
    ))
  if (!recovered || recovered.modifiedCount === 0) throw new AppError('idempotency_in_flight')
}

async function runAndRecord(call: IdempotentCall, keyRun: KeyRun): Promise<IdempotentReply> {
  const began = performance.now()
  const isStillWanted = async () => performance.now() - began < slowMs || (await isRunning(keyRun))
  try {
    const answer = { status: 200, reply: JSON.stringify(await call.run({ ref: keyRun.ref, isStillWanted })) }
    await recordOutcome(call, keyRun, { ...answer, state: 'answered', isAnswered: true })
    return { ...answer, replayed: false }
  } catch (error) {
    const { status, body } = errorAnswer(error, call.errorContext)
    if (status >= 500 || status === 429 || isQuestion(error)) {
      await recordOutcome(call, keyRun, { state: 'open', ...(status < 500 && { isAnswered: true }) })
      throw error
    }
    const answer = { status, reply: JSON.stringify(body) }
    await recordOutcome(call, keyRun, { ...answer, state: 'answered', isAnswered: true })
    return { ...answer, replayed: false }
  }
}

const isRunning = async ({ _id, owner }: KeyRun): Promise<boolean> =>
  (await IdempotencyKeyModel.exists({ _id, owner, state: 'running' })) !== null

/** Questions are not final replies: the same request is repeated with the customer's answer. */
const questions: ReadonlySet<string> = new Set(['ordered_already', 'price_unconfirmed'])

const isQuestion = (error: unknown): boolean => error instanceof AppError && questions.has(error.code)

/** The call has taken effect, so a failure to record its reply must not fail the call. */
async function recordOutcome(
  { route, log }: IdempotentCall,
  { _id, owner }: KeyRun,
  end: RecordedReply,
): Promise<void> {
  try {
    await recordReply({ _id, owner, end })
  } catch (error) {
    log.warn({ err: error, route }, 'idempotent reply not recorded')
  }
}

function recordedReply(record: IIdempotencyKey): IdempotentReply {
  return { status: record.status ?? 200, reply: record.reply ?? '{}', replayed: true }
}

/**
 * Inserts a key unless it exists. Concurrent keys are one command; of two equal ones in it the
 * second finds the first.
 * @returns whether it was new, also where the database's first reply was lost
 */
export const reserveKey = batchAnswers<IIdempotencyKey, boolean>((records) =>
  insertMany(IdempotencyKeyModel.collection, records, 'owner'),
)

/**
 * How a run ended, as stored on its key. `isAnswered`: the client has received a reply, so the key
 * leaves the unanswered list.
 */
type RecordedReply = Pick<IIdempotencyKey, 'state'> & Partial<IIdempotencyKey> & { isAnswered?: true }

type FinishedRun = Pick<IIdempotencyKey, '_id' | 'owner'> & { end: RecordedReply }

/**
 * Records how a run ended, unless another has recovered it. A write with an unknown outcome is
 * repeated.
 */
const recordReply = (ended: FinishedRun): Promise<void> => recordBatched(ended).catch(() => recordOne(ended))

async function recordOne(ended: FinishedRun): Promise<void> {
  await IdempotencyKeyModel.updateOne(...writeOf(ended))
}

const recordBatched = batchAnswers<FinishedRun, void>(async (all) => {
  const writes = all.map(writeOf).map(([filter, update]) => ({ updateOne: { filter, update } }))
  await IdempotencyKeyModel.bulkWrite(writes, unorderedWrites)
  return []
})

const writeOf = ({ _id, owner, end: { isAnswered, ...end } }: FinishedRun) =>
  [
    { _id, owner, state: 'running' as const },
    { $set: end, ...(isAnswered && { $unset: { openFor: 1 } }) },
  ] as const
