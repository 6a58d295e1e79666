import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import {
  EmailTokenModel,
  type EmailTokenPurpose,
  emailTokenId,
  emailTokenMs,
  type IEmailToken,
} from './email-token-model.ts'
import type { IUser } from './user-model.ts'

/** Between two mails of a kind to one account: what is asked for sooner is in the inbox already. */
const gapMs = 60_000

type Asked = { purpose: EmailTokenPurpose; user: IUser; notificationId: string; now: Date }

/** Whether this notification is the one to mail the link: false when another has done so within a minute. */
export async function reserveMail({ purpose, user, notificationId, now }: Asked): Promise<boolean> {
  const _id = emailTokenId(purpose, String(user._id))
  // Mine already: its token may have gone out, and stays good.
  if ((await EmailTokenModel.findById(_id, { notificationId: 1 }).lean())?.notificationId === notificationId)
    return true
  const mailedBefore = new Date(now.getTime() - gapMs)
  const claimed = await ignoreDuplicate(() =>
    EmailTokenModel.updateOne(
      { _id, mailedAt: { $lte: mailedBefore } },
      { $set: { notificationId, mailedAt: now, email: user.email, tokenHash: '', expiresAt: now } },
      { upsert: true },
    ),
  )
  return claimed !== undefined
}

/**
 * A fresh token for a link whose mail goes out now; the one before is void.
 * @returns undefined when another mail is on its way meanwhile
 */
export async function issueEmailToken({
  purpose,
  user,
  notificationId,
  now,
}: Asked): Promise<string | undefined> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + emailTokenMs[purpose])
  const { matchedCount } = await EmailTokenModel.updateOne(
    { _id: emailTokenId(purpose, String(user._id)), notificationId },
    { $set: { tokenHash: hashToken(token), expiresAt } },
  )
  return matchedCount === 1 ? token : undefined
}

/**
 * Uses a link up.
 * @returns the address that it was mailed to, which its bearer has proved to read
 * @throws AppError `link_corrupted` when it is unknown, used, replaced or too old
 */
export async function consumeEmailToken(
  { purpose, id, token, now }: { purpose: EmailTokenPurpose; id: string; token: string; now: Date },
  tx: ClientSession,
): Promise<string> {
  const link = await EmailTokenModel.findOneAndDelete(
    { _id: emailTokenId(purpose, id), tokenHash: hashToken(token), expiresAt: { $gt: now } },
    { session: tx },
  ).lean<IEmailToken | null>()
  if (!link) throw new AppError('link_corrupted', { details: { code: 1 } })
  return link.email
}
