import { createHash } from 'node:crypto'
import mongoose, { Schema, type Types } from 'mongoose'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { normalEmail } from './create-user.ts'

/** `pending`: another owner has to approve it first; nothing has been mailed. */
const invitationStates = ['pending', 'sent', 'accepted', 'revoked'] as const

/**
 * An invitation to the back office for a person without an account. There is one for each address; a new one replaces
 * it.
 */
export interface IInvitation {
  /** Derived from the address, see `invitationId`. */
  _id: string
  /** The `_id` of the future account, so that the audit log of the account begins with the invitation. */
  userId: Types.ObjectId
  /** Lower case. */
  email: string
  name: string
  staffRole: StaffRole
  state: (typeof invitationStates)[number]
  /** An owner's `_id` in hex and name. */
  invitedBy: { userId: string; name: string }
  invitedAt: Date
  /** The notification that mails the link; empty while none is due. */
  notificationId: string
  /** Hash of the latest mailed link's token; empty until it is mailed. */
  tokenHash: string
  /** Null until the mail is sent. */
  mailedAt: Date | null
  /** End of the link's validity; of a pending invitation, end of the time in which it can be approved. */
  expiresAt: Date
}

/** Validity of a mailed link. */
export const invitationMs = 48 * 3_600_000

/** For this long an expired link still shows what became of the invitation. */
const retentionSeconds = 30 * 86_400

export const invitationId = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 24)

const text = { type: String, required: true } as const
const optionalText = { type: String, default: '' } as const
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
    notificationId: optionalText,
    tokenHash: optionalText,
    mailedAt: { type: Date, default: null },
    expiresAt: time,
  } satisfies SchemaFields<IInvitation>,
  { collection: 'invitations', strict: 'throw', versionKey: false },
)
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: retentionSeconds })
invitationSchema.index({ invitedAt: -1 }, { name: 'sent', partialFilterExpression: { state: 'sent' } })

export const InvitationModel = mongoose.model<IInvitation>('Invitation', invitationSchema)
