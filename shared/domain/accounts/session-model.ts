import mongoose, { Schema, type Types } from 'mongoose'
import { monotonicNow } from '../../platform/clock.ts'
import type { Client } from './client.ts'
import type { IUser } from './user-model.ts'

/** A signed-in session. Permissions are not stored here: they are read from the user at each call. */
export interface ISession extends Client {
  /** The token's hash. */
  _id: string
  userId: Types.ObjectId
  /** The user's `sessionsValidFrom`, from the same read that gave the sign-in the password's hash. */
  validFrom: Date
  /** Whether its sign-in included a second-factor code. */
  hasSecondFactor: boolean
  /** When the password or a code was last entered again. Allows one change to how the account is signed in to. */
  reauthenticatedAt?: Date
  createdAt: Date
  /** To within five minutes. */
  lastUsedAt: Date
  expiresAt: Date
}

/** Specification §9: six hours from login. */
export const sessionMs = 21_600_000

/** Maximum sessions of a user; beyond it the oldest is deleted. */
export const maxSessions = 20

/** How long an expired session is kept, so that its token is answered with "expired" rather than "unknown". */
const retentionSeconds = 24 * 3_600

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
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: retentionSeconds })

export const SessionModel = mongoose.model<ISession>('Session', sessionSchema, 'sessions')

/** Whether the session is not revoked and the user not blocked. Does not check expiry. */
export function isSessionActive(
  session: Pick<ISession, 'validFrom'>,
  user: Pick<IUser, 'isBlocked' | 'sessionsValidFrom'> | null | undefined,
): boolean {
  return !!user && !user.isBlocked && session.validFrom >= user.sessionsValidFrom
}

export function nextValidFrom(user: Pick<IUser, 'sessionsValidFrom'>, now: Date): Date {
  return monotonicNow(user.sessionsValidFrom, now)
}
