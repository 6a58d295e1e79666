import mongoose, { Schema, type Types } from 'mongoose'
import { type StaffRole, staffRoles } from '../../contracts/permissions.ts'
import type { Role } from '../../contracts/roles.ts'

/** A staff member's change of a customer's mobile number or e-mail address. */
export interface IContactChange {
  /** When it was set; absent once its owner has verified it. Until then it receives no code, reset or sign-in link. */
  mobile?: Date
  email?: Date
  /** The customer's own contacts before the change. The link that undoes or confirms it is sent there. */
  previous: { mobilenumber: string; email: string }
  /** Until then nothing is spent, redeemed, revealed or reset. */
  frozenUntil?: Date
}

export interface IUser {
  _id: Types.ObjectId
  /** Short and readable: what customers tell support. A name of theirs alone, as e-mail address and number are. */
  userid: string
  name: string
  /** Lower case. */
  email: string
  /** Ten digits, a name of theirs alone (of users of before who shared one, the first's); empty while none is proved. */
  mobilenumber: string
  role: Role
  /** Of an admin: what they are in the back office; absent, an owner. Of nobody else. */
  staffRole?: StaffRole
  /** argon2id, with its parameters in it. */
  passwordHash: string
  verified: boolean
  /**
   * An admin who may not choose the team set the address, or said that it is proved: good for a customer, and not for a role
   * in the back office. Gone with the next proof.
   */
  isVerifiedByStaff?: true
  contactChange?: IContactChange
  /** Of an admin: since when the present office role can be used. Absent: given by the operator, counts at once. */
  officeSince?: Date
  /** When an owner stopped being one. */
  ownerUntil?: Date
  isBlocked: boolean
  /** Whether it is on: the rest of it is in `second_factors`. */
  hasSecondFactor: boolean
  /**
   * Sessions opened on less are over. Every change of who may do what moves it in the same write (`revokeSessions`), so
   * that a sign-in which read the user before it opens nothing.
   */
  sessionsValidFrom: Date
  /** When they were last here, to within five minutes, whatever became of the session; null: never since that is kept. */
  lastSeenAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Whether the owner of its address has proved it, or an owner of the shop has said so. */
export const isVerified = ({
  verified,
  isVerifiedByStaff,
}: Pick<IUser, 'verified' | 'isVerifiedByStaff'>): boolean => verified && !isVerifiedByStaff

/** How names are searched: in whatever case, with accents or without. A query must ask for the same. */
export const nameCollation = { locale: 'en', strength: 1 } as const

/** All users by when they signed up, whatever they are narrowed by. */
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
    officeSince: Date,
    ownerUntil: Date,
    isBlocked: { type: Boolean, required: true },
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

/** What the names are called that only one user has. */
export const uniqueKeys = {
  email: (email: string) => `user.email:${email}`,
  userid: (userid: string) => `user.userid:${userid}`,
  mobile: (mobilenumber: string) => `user.mobile:${mobilenumber}`,
  /** Who somebody is where they sign in instead of here: `issuer|subject`. */
  hosted: (subject: string) => `user.hosted:${subject}`,
}

/** The name that a number is; none where there is no number. */
export const mobileKeys = (mobilenumber: string): string[] =>
  mobilenumber === '' ? [] : [uniqueKeys.mobile(mobilenumber)]

export const UserModel = mongoose.model<IUser>('User', userSchema, 'users')
