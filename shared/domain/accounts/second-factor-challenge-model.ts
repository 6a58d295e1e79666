import mongoose, { Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A sign-in that has passed the first factor and needs the second. It can be completed once. */
export interface ISecondFactorChallenge {
  /** The ticket's hash. */
  _id: string
  userId: Types.ObjectId
  /** The user's `sessionsValidFrom` as read at the first factor. */
  validFrom: Date
  /** How often a code was entered, right or wrong. */
  tries: number
  expiresAt: Date
}

export const challengeMs = 5 * 60_000
export const maxChallengeTries = 5

const challengeSchema = new Schema<ISecondFactorChallenge>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    validFrom: { type: Date, required: true },
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<ISecondFactorChallenge>,
  { collection: 'second_factor_challenges', strict: 'throw', versionKey: false },
)
challengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 3_600 })

export const SecondFactorChallengeModel = mongoose.model<ISecondFactorChallenge>(
  'SecondFactorChallenge',
  challengeSchema,
)
