import mongoose, { Schema, type Types } from 'mongoose'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { Role } from '../../contracts/roles.ts'

/** A change of a customer's mobile number or e-mail address, by a staff member or by the customer. */
export interface IContactChange {
  /** When staff set it; absent once its owner has verified it. Until then it receives no code, reset or sign-in link. */
  mobile?: Date
  email?: Date
  /** The customer's own contacts before the change. The link that undoes or confirms it is sent there. */
  previous: { mobilenumber: string; email: string }
  /** Nothing can be spent, redeemed, revealed, exported or reset until then. */
  frozenUntil?: Date
}

export interface IUser {
  _id: Types.ObjectId
  /** Short and readable, for support. Unique, like the e-mail address and the number. */
  userid: string
  name: string
  /** Lower case. */
  email: string
  /** Ten digits, unique; empty while none is verified. */
  mobilenumber: string
  role: Role
  /** Of an admin: the staff role, or absent for an owner. Absent for other roles. */
  staffRole?: StaffRole
  /** argon2id, with its parameters in it. */
  passwordHash: string
  verified: boolean
  /**
   * An admin without the permission to manage staff set the address or marked it as verified. That suffices for a
   * customer and not for a staff role. Removed by the next verification.
   */
  isVerifiedByStaff?: true
  contactChange?: IContactChange
  /** Of an admin: when the current staff role took effect. Absent if given by the operator: approvals count at once. */
  staffSince?: Date
  /** When an owner stopped being one. */
  ownerUntil?: Date
  isBlocked: boolean
  /** When the erasure of the account began to clear it. Nothing changes the account any more. */
  erasedAt?: Date
  /** The factor itself is in `second_factors`. */
  hasSecondFactor: boolean
  /**
   * Sessions with an earlier `validFrom` are revoked. Every change of a user's right to sign in advances it in the same
   * write (`revokeSessions`), so that a concurrent sign-in that has read the user before opens no session.
   */
  sessionsValidFrom: Date
  /** Last activity, to within five minutes; null when none was recorded. */
  lastSeenAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Whether the address was verified by its owner, or by an owner of the shop. */
export const isVerified = ({
  verified,
  isVerifiedByStaff,
}: Pick<IUser, 'verified' | 'isVerifiedByStaff'>): boolean => verified && !isVerifiedByStaff

/** Name searches ignore case and accents. A query must use the same collation. */
export const nameCollation = { locale: 'en', strength: 1 } as const

/** Lists all users by sign-up date, with any filter. */
export const userListIndex = 'list'

const contactChangeSchema = new Schema<IContactChange>(
  {
    mobile: Date,
    email: Date,
    frozenUntil: Date,
    previous: {
      type: new Schema({ mobilenumber: String, email: String }, { _id: false }),
      required: true,
    },
  },
  { _id: false },
)

const userSchema = new Schema<IUser>(
  {
    userid: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true, trim: true },
    mobilenumber: { type: String, default: '' },
    role: { type: String, required: true, enum: ['user', 'reseller', 'admin'] },
    staffRole: { type: String, enum: staffRoles },
    passwordHash: { type: String, required: true },
    verified: { type: Boolean, required: true },
    isVerifiedByStaff: { type: Boolean },
    contactChange: { type: contactChangeSchema },
    staffSince: Date,
    ownerUntil: Date,
    isBlocked: { type: Boolean, required: true },
    erasedAt: Date,
    hasSecondFactor: { type: Boolean, default: false },
    sessionsValidFrom: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
  },
  { timestamps: true, strict: 'throw' },
)
userSchema.index({ mobilenumber: 1 })
userSchema.index({ role: 1 }, { name: 'admins', partialFilterExpression: { role: 'admin' } })
userSchema.index(
  { ownerUntil: 1 },
  { name: 'former_owners', partialFilterExpression: { ownerUntil: { $gt: new Date(0) } } },
)
userSchema.index({ role: 1, verified: 1, isBlocked: 1, createdAt: -1, _id: -1 }, { name: userListIndex })
userSchema.index(
  { sessionsValidFrom: 1 },
  { name: 'revoked_at', partialFilterExpression: { sessionsValidFrom: { $gt: new Date(0) } } },
)
userSchema.index({ name: 1, _id: 1 }, { name: 'name_prefix', collation: nameCollation })

/** Keys reserved for one user. */
export const uniqueKeys = {
  email: (email: string) => `user.email:${email}`,
  userid: (userid: string) => `user.userid:${userid}`,
  mobile: (mobilenumber: string) => `user.mobile:${mobilenumber}`,
  /** The identity at the hosted sign-in provider: `issuer|subject`. */
  hosted: (subject: string) => `user.hosted:${subject}`,
}

export const mobileKeys = (mobilenumber: string): string[] =>
  mobilenumber === '' ? [] : [uniqueKeys.mobile(mobilenumber)]

export const UserModel = mongoose.model<IUser>('User', userSchema, 'users')
