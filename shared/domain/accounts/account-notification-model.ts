import mongoose, { Schema } from 'mongoose'
import { addTaskIndexes, type Task, taskSchema } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const accountNotificationKinds = [
  'register_code',
  'sign_in_code',
  'verify',
  'reset',
  'sign_in',
  'email_taken',
  'prove_mobile_code',
  'prove_email_code',
  'contact',
  'invite',
  'owner_change',
  'owner_alert',
  'erasure',
] as const
export type AccountNotificationKind = (typeof accountNotificationKinds)[number]

/** A change that concerns an owner, as its mail states it. */
export interface IOwnerChangeMail {
  /** The name of the admin who requested or made it. */
  by: string
  /** `ownerChangeText` of it. */
  text: string
  /** Of a pending change: the request's `_id`, and when it takes effect without another owner's approval. */
  waits?: { request: string; until: Date }
}

/** How far the deletion of an account is, as its mail states it. */
export interface IErasureMail {
  state: 'requested' | 'waiting' | 'stopped'
  /** The earliest time. */
  from?: Date
}

/** An alert to the owners. */
export interface IOwnerAlert {
  subject: string
  sentence: string
}

/**
 * A notification about an account, stored as a due task. The same document is written whether or not the account
 * exists, so that neither the reply nor its timing reveals it; the recipient is determined when it is sent.
 */
export interface IAccountNotification {
  /** `JN261121K7Q2MDX4` */
  _id: string
  kind: AccountNotificationKind
  /** The recipient: a mobile number for codes, a user's `_id` for `contact`, `erasure` and `owner_…`, else an e-mail address. */
  about: string
  /** The code, encrypted, until it is sent; else empty. */
  sealedCode: string
  /** Of `owner_change`. */
  ownerChange?: IOwnerChangeMail
  /** Of `owner_alert`. */
  ownerAlert?: IOwnerAlert
  /** Of `erasure`. */
  erasure?: IErasureMail
  due: { notify: Task; sweepCount: number }
  /** The sweeper uses it to recognise tasks scheduled far ahead. */
  updatedAt: Date
  /** Not sent after this. */
  expiresAt: Date
}

const text = { type: String, required: true } as const

const accountNotificationSchema = new Schema<IAccountNotification>(
  {
    // Set by our own clock, like every time that is compared.
    updatedAt: { type: Date, required: true },
    ...({
      _id: text,
      kind: { ...text, enum: accountNotificationKinds },
      about: text,
      sealedCode: { type: String, default: '' },
      ownerAlert: {
        type: new Schema<IOwnerAlert>({ subject: text, sentence: text } satisfies SchemaFields<IOwnerAlert>, {
          _id: false,
        }),
      },
      erasure: {
        type: new Schema<IErasureMail>({ state: text, from: Date } satisfies SchemaFields<IErasureMail>, {
          _id: false,
        }),
      },
      ownerChange: {
        type: new Schema<IOwnerChangeMail>(
          {
            by: text,
            text,
            waits: {
              type: new Schema({ request: text, until: { type: Date, required: true } }, { _id: false }),
            },
          } satisfies SchemaFields<IOwnerChangeMail>,
          { _id: false },
        ),
      },
      due: {
        type: { notify: taskSchema, sweepCount: { type: Number, default: 0 } },
        required: true,
        _id: false,
      },
      expiresAt: { type: Date, required: true },
    } satisfies SchemaFields<IAccountNotification>),
  },
  { collection: 'account_notifications', strict: 'throw', versionKey: false },
)
accountNotificationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 24 * 3_600 })
addTaskIndexes(accountNotificationSchema, 'notify')

export const AccountNotificationModel = mongoose.model<IAccountNotification>(
  'AccountNotification',
  accountNotificationSchema,
)
