import mongoose, { Schema, type Types } from 'mongoose'
import { monotonicNow } from '../../platform/clock.ts'
import type { Client } from './client.ts'
import type { IUser } from './user-model.ts'

/** Whose a token is. What they may do is read from the user at each call. */
export interface ISession extends Client {
  /** The token's hash, which opens nothing. */
  _id: string
  userId: Types.ObjectId
  /** The user's `sessionsValidFrom` as the sign-in read it, in the same look that read the password's hash. */
  validFrom: Date
  /** Whether its sign-in gave a code of the second factor. */
  hasSecondFactor: boolean
  /** When the password or a code was given again: good for one change of how the account is signed in to. */
  reauthenticatedAt?: Date
  createdAt: Date
  /** To within five minutes. */
  lastUsedAt: Date
  expiresAt: Date
}

/** Specification §9: six hours from login. */
export const sessionMs = 21_600_000

/** So many a person has at most; the oldest goes. */
export const maxSessions = 20

/** How long an expired session is remembered, so that its token is told "expired" and not "unknown". */
const rememberedS = 24 * 3_600

const sessionSchema = new Schema<ISession>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    validFrom: { type: Date, required: true },
    address: { type: String, default: '' },
    device: { type: String, default: '' },
    hasSecondFactor: { type: Boolean, default: false },
    reauthenticatedAt: Date,
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false },
)
sessionSchema.index({ userId: 1 })
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: rememberedS })

export const SessionModel = mongoose.model<ISession>('Session', sessionSchema, 'sessions')

/** Whether its user still lets a session in: its time is another matter. */
export function isSessionActive(
  session: Pick<ISession, 'validFrom'>,
  user: Pick<IUser, 'isBlocked' | 'sessionsValidFrom'> | null | undefined,
): boolean {
  return !!user && !user.isBlocked && session.validFrom >= user.sessionsValidFrom
}

/** The next `sessionsValidFrom`. */
export function nextValidFrom(user: Pick<IUser, 'sessionsValidFrom'>, now: Date): Date {
  return monotonicNow(user.sessionsValidFrom, now)
}
