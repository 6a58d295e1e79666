import { model, Schema } from 'mongoose'
import { otpMs } from '../../contracts/otp-life.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'

/** When a mobile number was sent its last text message: the vendor refuses a second one within five minutes (995). */
export interface ISmsNumber {
  /** Ten digits. */
  _id: string
  sentAt: Date
  /** Until then a code is good that was sent to it: other messages leave the way to the next code free. */
  codeUntil: Date
  expiresAt: Date
}

const time = { type: Date, required: true } as const

const smsNumberSchema = new Schema<ISmsNumber>(
  {
    _id: { type: String, required: true },
    sentAt: time,
    codeUntil: time,
    expiresAt: time,
  } satisfies SchemaFields<ISmsNumber>,
  { collection: 'sms_numbers', strict: 'throw', versionKey: false },
)
smsNumberSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SmsNumberModel = model<ISmsNumber>('SmsNumber', smsNumberSchema)

type GapDeps = Pick<Deps, 'clock'> & { env: Pick<Deps['env'], 'SMS_GAP_MS'> }

const keptMs = 60 * 60_000
const never = new Date(0)
const neverSent = { sentAt: never, codeUntil: never }

/** No other number is a mobile number of India: the form takes any ten digits, and nothing is sent to them. */
export const isIndianMobile = (mobile: string): boolean => /^[6-9]\d{9}$/.test(mobile)

/** How long a number still rests after its last text message, in ms; 0 where it can be sent one. */
export async function smsRestMs(deps: GapDeps, mobile: string): Promise<number> {
  return Math.max(0, restMs(deps, await SmsNumberModel.findById(mobile).lean<ISmsNumber | null>()))
}

const restMs = ({ clock, env }: GapDeps, number: Pick<ISmsNumber, 'sentAt'> | null): number =>
  (number?.sentAt ?? never).getTime() + env.SMS_GAP_MS - clock.now().getTime()

/** A turn at a number: when it was taken, and what stood before. */
export type SmsTurn = { sentAt: Date; before: Pick<ISmsNumber, 'sentAt' | 'codeUntil'> }

/** Why a number cannot be sent a message now, and for how many ms. */
export type SmsWait = { reason: 'resting' | 'code_pending'; waitMs: number }

/**
 * Takes the turn to send a text message to a number, before it is sent: one in `SMS_GAP_MS`, and while a code is good
 * nothing but codes.
 * @returns the turn, which `releaseNumber` gives back where nothing was sent; or why there is none
 */
export async function takeNumber(
  { clock, env }: GapDeps,
  mobile: string,
  isCode: boolean,
): Promise<SmsTurn | SmsWait> {
  const sentAt = clock.now()
  if (env.SMS_GAP_MS === 0) return { sentAt, before: neverSent }
  const after = {
    sentAt,
    expiresAt: new Date(sentAt.getTime() + keptMs),
    ...(isCode && { codeUntil: new Date(sentAt.getTime() + otpMs) }),
  }
  const rested = { sentAt: { $lte: new Date(sentAt.getTime() - env.SMS_GAP_MS) } }
  const free = isCode ? rested : { ...rested, codeUntil: { $lte: sentAt } }
  const taken = await ignoreDuplicate(async () => ({
    before: await SmsNumberModel.findOneAndUpdate(
      { _id: mobile, ...free },
      { $set: after, ...(!isCode && { $setOnInsert: { codeUntil: never } }) },
      { upsert: true, returnDocument: 'before' },
    ).lean<ISmsNumber | null>(),
  }))
  if (!taken) return waitFor({ clock, env }, mobile, isCode)
  const { sentAt: sentBefore, codeUntil } = taken.before ?? neverSent
  return { sentAt, before: { sentAt: sentBefore, codeUntil } }
}

async function waitFor(deps: GapDeps, mobile: string, isCode: boolean): Promise<SmsWait> {
  const number = await SmsNumberModel.findById(mobile).lean<ISmsNumber | null>()
  const codeMs = isCode ? 0 : (number?.codeUntil ?? never).getTime() - deps.clock.now().getTime()
  const waitMs = Math.max(restMs(deps, number), codeMs, 1_000)
  return { reason: codeMs > 0 ? 'code_pending' : 'resting', waitMs }
}

/** Gives a turn back, unless another was taken since: the vendor has certainly sent nothing. */
export async function releaseNumber(mobile: string, { sentAt, before }: SmsTurn): Promise<void> {
  await SmsNumberModel.updateOne({ _id: mobile, sentAt }, { $set: before })
}
