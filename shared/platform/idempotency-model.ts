import mongoose, { Schema, type Types } from 'mongoose'

/** One caller's use of one `Idempotency-Key` on one call, and the answer it was given. */
export interface IIdempotencyKey {
  _id: Types.ObjectId
  userId: string
  /** `POST /order/createOrder` */
  route: string
  key: string
  requestHash: string
  state: 'running' | 'answered'
  /** Whose run it is, so that a run that was taken over cannot record its answer. */
  owner: string
  startedAt: Date
  status?: number
  /** The reply as JSON text. */
  reply?: string
}

const rememberedS = 48 * 3_600

const idempotencyKeySchema = new Schema<IIdempotencyKey>(
  {
    userId: { type: String, required: true },
    route: { type: String, required: true },
    key: { type: String, required: true },
    requestHash: { type: String, required: true },
    state: { type: String, required: true },
    owner: { type: String, required: true },
    startedAt: { type: Date, required: true },
    status: Number,
    reply: String,
  },
  { strict: 'throw', versionKey: false },
)
idempotencyKeySchema.index({ userId: 1, route: 1, key: 1 }, { unique: true })
idempotencyKeySchema.index({ startedAt: 1 }, { expireAfterSeconds: rememberedS })

export const IdempotencyKeyModel = mongoose.model<IIdempotencyKey>(
  'IdempotencyKey',
  idempotencyKeySchema,
  'idempotency_keys',
)
