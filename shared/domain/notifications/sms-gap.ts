import { model, Schema } from 'mongoose'
import type { FieldsOf } from '../../platform/fields-of.ts'
import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
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
    ...{ sentAt: time, codeUntil: time, expiresAt: time },
  } satisfies FieldsOf<ISmsNumber>,
  { collection: 'sms_numbers', strict: 'throw', versionKey: false },
)
smsNumberSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SmsNumberModel = model<ISmsNumber>('SmsNumber', smsNumberSchema)

type GapDeps = Pick<Deps, 'clock'> & { env: Pick<Deps['env'], 'SMS_GAP_MS'> }

const codeGoodMs = 10 * 60_000
const keptMs = 60 * 60_000
const never = new Date(0)

/** No other number is a mobile number of India: the form takes any ten digits, and nothing is sent to them. */
export const isIndianMobile = (mobile: string): boolean => /^[6-9]\d{9}$/.test(mobile)

/** How long a number still rests after its last text message, in ms; 0 where it can be sent one. */
export async function smsRestMs({ clock, env }: GapDeps, mobile: string): Promise<number> {
  const number = await SmsNumberModel.findById(mobile).lean<ISmsNumber | null>()
  if (!number) return 0
  return Math.max(0, number.sentAt.getTime() + env.SMS_GAP_MS - clock.now().getTime())
}

/**
 * Takes the turn to send a text message to a number, before it is sent: one in `SMS_GAP_MS`, and while a code is good
 * nothing but codes.
 * @returns whether it may be sent; `releaseNumber` gives the turn back where nothing was sent
 */
export async function takeNumber({ clock, env }: GapDeps, mobile: string, isCode: boolean): Promise<boolean> {
  if (env.SMS_GAP_MS === 0) return true
  const now = clock.now()
  const after = {
    sentAt: now,
    expiresAt: new Date(now.getTime() + keptMs),
    ...(isCode && { codeUntil: new Date(now.getTime() + codeGoodMs) }),
  }
  const rested = { sentAt: { $lte: new Date(now.getTime() - env.SMS_GAP_MS) } }
  const free = isCode ? rested : { ...rested, codeUntil: { $lte: now } }
  const taken = await unlessSomeoneWasFirst(() =>
    SmsNumberModel.updateOne(
      { _id: mobile, ...free },
      { $set: after, ...(!isCode && { $setOnInsert: { codeUntil: never } }) },
      { upsert: true },
    ),
  )
  return taken !== undefined
}

/** Gives a turn back: the vendor has certainly sent nothing. */
export async function releaseNumber(mobile: string): Promise<void> {
  await SmsNumberModel.updateOne({ _id: mobile }, { $set: { sentAt: never, codeUntil: never } })
}
