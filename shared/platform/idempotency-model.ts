import { createHash } from 'node:crypto'
import mongoose, { Schema } from 'mongoose'

/** One caller's use of one `Idempotency-Key`: its request and the recorded reply. */
export interface IIdempotencyKey {
  /** See `idempotencyKeyId`. */
  _id: string
  /** `POST /order/createOrder` */
  route: string
  requestHash: string
  /**
   * The part after the prefix in the id of what this request creates, so that each try creates the
   * same one.
   */
  ref: string
  /**
   * `running` and `open`: reserved before the run; the latter failed through no fault of the
   * request, which may be retried. A wallet order's key has neither: it is inserted `answered`, in the
   * order's transaction or with a refusal. `closed`: cancelled by the customer; a later request with
   * this key is refused.
   */
  state: 'running' | 'open' | 'answered' | 'closed'
  /** The run that holds the key, so that a run that lost it cannot record its reply. */
  owner: string
  startedAt: Date
  status?: number
  /** The reply as JSON text. */
  reply?: string
  /** For a UPI order: the customer's user id, until a reply is recorded. */
  openFor?: string
  /** For a UPI order: the key itself, and what is ordered. */
  about?: { key: string; productid: string; itemid: number }
}

const retentionS = 30 * 24 * 3_600

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
idempotencyKeySchema.index({ startedAt: 1 }, { expireAfterSeconds: retentionS, name: 'remembered' })

/** Sparse: only UPI orders without a reply have `openFor`. */
idempotencyKeySchema.index({ openFor: 1, startedAt: -1 }, { sparse: true, name: 'unanswered' })

export const IdempotencyKeyModel = mongoose.model<IIdempotencyKey>(
  'IdempotencyKey',
  idempotencyKeySchema,
  'idempotency_keys',
)

/** A key belongs to its sender, whatever call it is sent to. */
export function idempotencyKeyId(userId: string, key: string): string {
  return createHash('sha256').update(`${userId} ${key}`).digest('base64url')
}
