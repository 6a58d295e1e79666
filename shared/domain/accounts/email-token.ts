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

/** Minimum time between two mails of a kind to one account: a mail requested sooner is already in the inbox. */
const gapMs = 60_000

type EmailTokenRequest = { purpose: EmailTokenPurpose; user: IUser; notificationId: string; now: Date }

/** Reserves the mail for this notification. False when another one has sent it within a minute. */
export async function reserveMail({
  purpose,
  user,
  notificationId,
  now,
}: EmailTokenRequest): Promise<boolean> {
  const _id = emailTokenId(purpose, String(user._id))
  // Reserved before: the token may have been sent already and stays valid.
  if ((await EmailTokenModel.findById(_id, { notificationId: 1 }).lean())?.notificationId === notificationId)
    return true
  const mailedBefore = new Date(now.getTime() - gapMs)
  const reserved = await ignoreDuplicate(() =>
    EmailTokenModel.updateOne(
      { _id, mailedAt: { $lte: mailedBefore } },
      { $set: { notificationId, mailedAt: now, email: user.email, tokenHash: '', expiresAt: now } },
      { upsert: true },
    ),
  )
  return reserved !== undefined
}

/**
 * Issues a new token for a mail that is sent now; the previous token becomes void.
 * @returns undefined when another notification has reserved the mail meanwhile
 */
export async function issueEmailToken({
  purpose,
  user,
  notificationId,
  now,
}: EmailTokenRequest): Promise<string | undefined> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + emailTokenMs[purpose])
  const { matchedCount } = await EmailTokenModel.updateOne(
    { _id: emailTokenId(purpose, String(user._id)), notificationId },
    { $set: { tokenHash: hashToken(token), expiresAt } },
  )
  return matchedCount === 1 ? token : undefined
}

/**
 * Consumes a token.
 * @returns the address that it was mailed to, which is thereby verified
 * @throws AppError `link_corrupted` when it is unknown, used, replaced or expired
 */
export async function consumeEmailToken(
  { purpose, id, token, now }: { purpose: EmailTokenPurpose; id: string; token: string; now: Date },
  tx: ClientSession,
): Promise<string> {
  const emailToken = await EmailTokenModel.findOneAndDelete(
    { _id: emailTokenId(purpose, id), tokenHash: hashToken(token), expiresAt: { $gt: now } },
    { session: tx },
  ).lean<IEmailToken | null>()
  if (!emailToken) throw new AppError('link_corrupted', { details: { code: 1 } })
  return emailToken.email
}
