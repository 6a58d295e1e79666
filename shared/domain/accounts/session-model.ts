import mongoose, { Schema, type Types } from 'mongoose'
import type { Role } from '../../contracts/roles.ts'

/** What a request needs to know about its caller, copied from the user so that one find is enough. */
export interface ISession {
  /** The token's hash, which opens nothing. */
  _id: string
  userId: Types.ObjectId
  userid: string
  name: string
  email: string
  mobilenumber: string
  role: Role
  createdAt: Date
  expiresAt: Date
}

/** Specification §9: six hours from login. */
export const sessionMs = 21_600_000

/** How long an expired session is remembered, so that its token is told "expired" and not "unknown". */
const rememberedS = 24 * 3_600

const sessionSchema = new Schema<ISession>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    userid: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    mobilenumber: { type: String, required: true },
    role: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false },
)
sessionSchema.index({ userId: 1 })
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: rememberedS })

export const SessionModel = mongoose.model<ISession>('Session', sessionSchema, 'sessions')
