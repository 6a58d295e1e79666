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
import {
  findKey,
  findKeyNow,
  insertRefusal,
  type RecordedReply,
  recordReply,
  reserveKey,
} from './idempotency-records.ts'

type IdempotentCall = {
  caller: Caller
  route: string
  key: string
  /** The parsed request; another request with the same key is rejected. */
  request: unknown
  env: SecretEnv
  now: Date
  log: Logger
  /** For a UPI order: what is ordered, for the customer's list of unanswered orders. */
  about?: { productid: string; itemid: number } | undefined
  /** Whether `run` inserts the key's record (`recordOf`) in the transaction that has its effect. */
  recordsReply: boolean
  run(how: Run): Promise<unknown>
  errorContext: ErrorContext
}

/**
 * `ref`: the part after the prefix in the id of what the call creates, the same in every try, except for a
 * call that `recordsReply`, whose failed tries have created nothing.
 * `isStillWanted`: false when another try has recovered a slow run, or the customer has cancelled
 * it.
 * `recordOf`: the key's record with this reply, as JSON text; for calls that `recordsReply`.
 */
export type Run = {
  ref: string
  isStillWanted(): Promise<boolean>
  recordOf?(reply: string): IIdempotencyKey
}

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
 * while it is stored.
 *
 * A key is reserved before the run. A run whose process crashed is recovered after a minute, with the same id
 * for what it creates. A call that `recordsReply` reserves nothing: of two runs of one key the first to
 * commit wins, the other returns its reply, and a run that crashed before its commit has left nothing.
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
  const record = newRecord(call)
  if (call.recordsReply) return runRecording(call, record)
  const keyRun = await acquireKey(call, record)
  if ('answered' in keyRun) return keyRun.answered
  return runAndRecord(call, keyRun)
}

type NewRecord = Omit<IIdempotencyKey, 'state'>

function newRecord({ caller, route, key, request, env, now }: IdempotentCall): NewRecord {
  return {
    _id: idempotencyKeyId(caller.userId, key),
    route,
    // A request may contain a code that is short enough to be found from a plain hash.
    requestHash: macOf(env, 'request', JSON.stringify(request)),
    ref: newReferenceStem(now),
    owner: randomUUID(),
    startedAt: now,
  }
}

/**
 * The reply of an earlier run of the same request.
 * @returns undefined while it has none
 * @throws stopped_by_customer, idempotency_key_reused
 */
function earlierReply(call: IdempotentCall, earlier: IIdempotencyKey): IdempotentReply | undefined {
  const { route, request, env } = call
  if (earlier.state === 'closed') throw new AppError('stopped_by_customer')
  const stored = { purpose: 'request', stored: earlier.requestHash } as const
  if (earlier.route !== route || !isMacOf(env, stored, JSON.stringify(request)))
    throw new AppError('idempotency_key_reused')
  if (earlier.state !== 'answered') return undefined
  return { status: earlier.status ?? 200, reply: earlier.reply ?? '{}', replayed: true }
}

async function runRecording(call: IdempotentCall, record: NewRecord): Promise<IdempotentReply> {
  const { _id, ref } = record
  const earlier = await findKey(_id)
  const replayed = earlier && earlierReply(call, earlier)
  if (replayed) return replayed
  const recordOf = (reply: string) => ({ ...record, state: 'answered' as const, status: 200, reply })
  try {
    const reply = JSON.stringify(await call.run({ ref, isStillWanted: async () => true, recordOf }))
    return { status: 200, reply, replayed: false }
  } catch (error) {
    return endFailedRun(call, record, error)
  }
}

/**
 * The reply after a failed run. The key's record may exist: by a concurrent run, by the customer who closed
 * the key, or by this run, where it failed after its commit or never received the commit's reply.
 * @throws `error` when it is not final and there is no record
 */
async function endFailedRun(
  call: IdempotentCall,
  record: NewRecord,
  error: unknown,
): Promise<IdempotentReply> {
  const { status, body } = errorAnswer(error, call.errorContext)
  const refusal = { status, reply: JSON.stringify(body) }
  if (isFinal(error, status) && (await insertRefusal({ ...record, state: 'answered', ...refusal })))
    return { ...refusal, replayed: false }
  const earlier = (await findKey(record._id)) ?? (await findKeyNow(record._id))
  const replayed = earlier && earlierReply(call, earlier)
  if (!replayed) throw error
  if (status >= 500)
    call.log.warn({ err: error, route: call.route }, 'failed call answered with its recorded reply')
  return replayed
}

type KeyRun = Pick<IIdempotencyKey, '_id' | 'owner' | 'ref'>

async function acquireKey(
  call: IdempotentCall,
  record: NewRecord,
): Promise<KeyRun | { answered: IdempotentReply }> {
  const { caller, key, about } = call
  const running = {
    ...record,
    state: 'running' as const,
    ...(about && { openFor: caller.userId, about: { key, ...about } }),
  } satisfies IIdempotencyKey
  if (await reserveKey(running)) return record
  const earlier = await IdempotencyKeyModel.findById(record._id).lean()
  if (!earlier) throw new AppError('idempotency_in_flight')
  const answered = earlierReply(call, earlier)
  if (answered) return { answered }
  await recoverRun(earlier, running)
  return { ...record, ref: earlier.ref }
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
    if (!isFinal(error, status)) {
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

/**
 * After a question the same request is repeated with the customer's answer; while another one runs, it is
 * repeated unchanged.
 */
const repeatable: ReadonlySet<string> = new Set([
  'ordered_already',
  'price_unconfirmed',
  'idempotency_in_flight',
])

/** Whether a failure is the reply to every repeat. */
const isFinal = (error: unknown, status: number): boolean =>
  status < 500 && status !== 429 && !(error instanceof AppError && repeatable.has(error.code))

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
