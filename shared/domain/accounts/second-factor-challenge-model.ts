import mongoose, { Schema, type Types } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** Somebody who has proved the first factor and owes the second. Good for that alone, once. */
export interface ISecondFactorChallenge {
  /** The ticket's hash, which opens nothing. */
  _id: string
  userId: Types.ObjectId
  /** The user's `sessionsValidFrom` as the first proof read it. */
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
