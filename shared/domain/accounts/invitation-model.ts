import { createHash } from 'node:crypto'
import mongoose, { Schema, type Types } from 'mongoose'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { normalEmail } from './create-user.ts'

/** `waiting`: another owner has to agree first, and nothing has been mailed. */
const invitationStates = ['pending', 'sent', 'accepted', 'revoked'] as const

/** That somebody without an account is to work in the back office. An address has one alone: another takes its place. */
export interface IInvitation {
  /** Made from the address, see `invitationId`. */
  _id: string
  /** What the `_id` of the account will be, so that its past begins here. */
  userId: Types.ObjectId
  /** Lower case. */
  email: string
  name: string
  staffRole: StaffRole
  state: (typeof invitationStates)[number]
  /** An owner's `_id` in hex and name. */
  invitedBy: { userId: string; name: string }
  invitedAt: Date
  /** The notification that brings the link; empty while nothing is to go out. */
  notificationId: string
  /** Of the link that was mailed last; empty until it goes out. */
  tokenHash: string
  /** Null until its mail goes out. */
  mailedAt: Date | null
  /** The link is good until then; of one that waits, that it can be agreed to. */
  expiresAt: Date
}

/** How long a mailed link is good. */
export const invitationMs = 48 * 3_600_000

/** Afterwards it is still told what became of it. */
const rememberedS = 30 * 86_400

export const invitationId = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 24)

const text = { type: String, required: true } as const
const words = { type: String, default: '' } as const
const time = { type: Date, required: true } as const

const invitationSchema = new Schema<IInvitation>(
  {
    _id: text,
    userId: { type: Schema.Types.ObjectId, required: true },
    email: text,
    name: text,
    staffRole: { ...text, enum: staffRoles },
    state: { ...text, enum: invitationStates },
    invitedBy: { type: { userId: text, name: text }, _id: false, required: true },
    invitedAt: time,
    notificationId: words,
    tokenHash: words,
    mailedAt: { type: Date, default: null },
    expiresAt: time,
  } satisfies SchemaFields<IInvitation>,
  { collection: 'invitations', strict: 'throw', versionKey: false },
)
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: rememberedS })
invitationSchema.index({ invitedAt: -1 }, { name: 'sent', partialFilterExpression: { state: 'sent' } })

export const InvitationModel = mongoose.model<IInvitation>('Invitation', invitationSchema)
