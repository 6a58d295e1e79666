import { createHash } from 'node:crypto'
import mongoose, { Schema } from 'mongoose'

/** One caller's use of one `Idempotency-Key`: for which request, and the answer it was given. */
export interface IIdempotencyKey {
  /** See `idempotencyKeyId`. */
  _id: string
  /** `POST /order/createOrder` */
  route: string
  requestHash: string
  /** What follows the prefix in the id of the thing this request makes, so that each try makes the same one. */
  ref: string
  /**
   * `open`: it failed through no fault of the request, which may be tried again. `closed`: the customer has stopped it; a
   * request that still arrives under it is refused.
   */
  state: 'running' | 'open' | 'answered' | 'closed'
  /** Whose run it is, so that a run that was taken over cannot record its answer. */
  owner: string
  startedAt: Date
  status?: number
  /** The reply as JSON text. */
  reply?: string
  /** Of an order: its customer's user id, until an answer is given. */
  openFor?: string
  /** Of an order: the key itself, and what is ordered. */
  about?: { key: string; productid: string; itemid: number }
}

const rememberedS = 30 * 24 * 3_600

const text = { type: String, required: true }

const idempotencyKeySchema = new Schema<IIdempotencyKey>(
  {
    _id: text,
    route: text,
    requestHash: text,
    ref: text,
    state: text,
    owner: text,
    startedAt: { type: Date, required: true },
    status: Number,
    reply: String,
    openFor: String,
    about: { type: { key: text, productid: text, itemid: { type: Number, required: true } }, _id: false },
  },
  { strict: 'throw', versionKey: false },
)
idempotencyKeySchema.index({ startedAt: 1 }, { expireAfterSeconds: rememberedS, name: 'remembered' })

/** Sparse: only orders without an answer have `openFor`. */
idempotencyKeySchema.index({ openFor: 1, startedAt: -1 }, { sparse: true, name: 'unanswered' })

export const IdempotencyKeyModel = mongoose.model<IIdempotencyKey>(
  'IdempotencyKey',
  idempotencyKeySchema,
  'idempotency_keys',
)

/** A key belongs to who sent it, whatever call it is sent to. */
export function idempotencyKeyId(userId: string, key: string): string {
  return createHash('sha256').update(`${userId} ${key}`).digest('base64url')
}
