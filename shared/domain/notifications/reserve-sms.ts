import { model, Schema } from 'mongoose'
import { otpMs } from '../../contracts/otp-life.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'

/** A mobile number's last text message: the vendor rejects a second one within five minutes (995). */
export interface ISmsNumber {
  /** Ten digits. */
  _id: string
  sentAt: Date
  /** Until when a code sent to it is valid: other messages wait, so that the next code can be sent. */
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

const retentionMs = 60 * 60_000
const never = new Date(0)
const neverSent = { sentAt: never, codeUntil: never }

/** Indian mobile numbers begin with 6 to 9. Forms accept any ten digits; no message is sent to other numbers. */
export const isIndianMobile = (mobile: string): boolean => /^[6-9]\d{9}$/.test(mobile)

/** Time until a number may receive the next text message, in ms; 0 when it may now. */
export async function smsWaitMs(deps: GapDeps, mobile: string): Promise<number> {
  return Math.max(0, waitMsOf(deps, await SmsNumberModel.findById(mobile).lean<ISmsNumber | null>()))
}

const waitMsOf = ({ clock, env }: GapDeps, number: Pick<ISmsNumber, 'sentAt'> | null): number =>
  (number?.sentAt ?? never).getTime() + env.SMS_GAP_MS - clock.now().getTime()

/** A reserved message to a number: when, and the previous state. */
export type SmsReservation = { sentAt: Date; before: Pick<ISmsNumber, 'sentAt' | 'codeUntil'> }

/** Why a number may not receive a message now, and for how many ms. */
export type SmsRefusal = { reason: 'resting' | 'code_pending'; waitMs: number }

/**
 * Reserves a text message to a number before it is sent: one per `SMS_GAP_MS`, and only codes while a code is valid.
 * @returns the reservation, which `releaseSms` undoes when nothing was sent; or why there is none
 */
export async function reserveSms(
  { clock, env }: GapDeps,
  mobile: string,
  isCode: boolean,
): Promise<SmsReservation | SmsRefusal> {
  const sentAt = clock.now()
  if (env.SMS_GAP_MS === 0) return { sentAt, before: neverSent }
  const after = {
    sentAt,
    expiresAt: new Date(sentAt.getTime() + retentionMs),
    ...(isCode && { codeUntil: new Date(sentAt.getTime() + otpMs) }),
  }
  const rested = { sentAt: { $lte: new Date(sentAt.getTime() - env.SMS_GAP_MS) } }
  const free = isCode ? rested : { ...rested, codeUntil: { $lte: sentAt } }
  const reserved = await ignoreDuplicate(async () => ({
    before: await SmsNumberModel.findOneAndUpdate(
      { _id: mobile, ...free },
      { $set: after, ...(!isCode && { $setOnInsert: { codeUntil: never } }) },
      { upsert: true, returnDocument: 'before' },
    ).lean<ISmsNumber | null>(),
  }))
  if (!reserved) return refusalOf({ clock, env }, mobile, isCode)
  const { sentAt: sentBefore, codeUntil } = reserved.before ?? neverSent
  return { sentAt, before: { sentAt: sentBefore, codeUntil } }
}

async function refusalOf(deps: GapDeps, mobile: string, isCode: boolean): Promise<SmsRefusal> {
  const number = await SmsNumberModel.findById(mobile).lean<ISmsNumber | null>()
  const codeMs = isCode ? 0 : (number?.codeUntil ?? never).getTime() - deps.clock.now().getTime()
  const waitMs = Math.max(waitMsOf(deps, number), codeMs, 1_000)
  return { reason: codeMs > 0 ? 'code_pending' : 'resting', waitMs }
}

/** Undoes a reservation, unless another was made since: the vendor has certainly sent nothing. */
export async function releaseSms(mobile: string, { sentAt, before }: SmsReservation): Promise<void> {
  await SmsNumberModel.updateOne({ _id: mobile, sentAt }, { $set: before })
}
