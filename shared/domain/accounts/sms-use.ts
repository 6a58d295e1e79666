import { model, Schema } from 'mongoose'
import { formatPaise } from '../../contracts/money.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { alertOwners } from './notify-owners.ts'

/** Codes sent by text message in an hour, and codes used. A low share means that strangers cause messages. */
export interface ICodeHour {
  /** `2026-11-28T10`, in UTC */
  _id: string
  sent: number
  used: number
  expiresAt: Date
}

const count = { type: Number, default: 0 } as const

const codeHourSchema = new Schema<ICodeHour>(
  {
    _id: { type: String, required: true },
    sent: count,
    used: count,
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<ICodeHour>,
  { collection: 'code_hours', strict: 'throw', versionKey: false },
)
codeHourSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const CodeHourModel = model<ICodeHour>('CodeHour', codeHourSchema)

const hourMs = 3_600_000
const retentionMs = 7 * 24 * hourMs
/** Hours with fewer codes are not judged. */
const minSent = 12

const hourOf = (moment: Date): string => moment.toISOString().slice(0, 13)

/** Counts a code that was sent or used. A failure is logged and not thrown: the figures only inform. */
export async function countCode(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  event: 'sent' | 'used',
): Promise<void> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + retentionMs)
  try {
    await CodeHourModel.updateOne(
      { _id: hourOf(now) },
      { $inc: { [event]: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true },
    )
  } catch (error) {
    log.warn({ err: String(error) }, 'a code was not counted')
  }
}

/** Alerts the owners when fewer than a third of the codes sent in the last full hour were used. */
export async function checkCodeUse({ clock, log }: Pick<Deps, 'clock' | 'log'>): Promise<void> {
  const now = clock.now()
  const hour = await CodeHourModel.findById(hourOf(new Date(now.getTime() - hourMs))).lean<ICodeHour | null>()
  if (!hour || hour.sent < minSent || hour.used * 3 >= hour.sent) return
  log.warn({ hour: hour._id, sent: hour.sent, used: hour.used }, 'few codes were used')
  const sentence = `${hour.sent} codes went out by text message within an hour, and ${hour.used} were used. Strangers may cause messages at our cost.`
  const alert = { subject: 'Few codes by text message are used', sentence }
  await inTransaction((tx) => alertOwners(tx, alert, now))
}

type BalanceDeps = Pick<Deps, 'sms' | 'clock' | 'log'> & { env: Pick<Deps['env'], 'SMS_BALANCE_ALERT'> }

/** Checks the balance of the text-message account and alerts the owners when it is low. */
export async function checkSmsBalance({ sms, clock, log, env }: BalanceDeps): Promise<void> {
  const balance = await sms.balance()
  if (balance.kind === 'unknown') {
    log.warn({ sender: sms.name, answer: balance.message }, 'the balance for text messages could not be read')
    return
  }
  if (balance.paise >= env.SMS_BALANCE_ALERT * 100) return
  log.error({ sender: sms.name, paise: balance.paise }, 'the balance for text messages is low')
  const sentence = `${formatPaise(balance.paise)} is left in our account with ${sms.name}. Without money there customers get no codes and no notifications by text message.`
  const alert = { subject: 'The account for text messages is nearly empty', sentence }
  await inTransaction((tx) => alertOwners(tx, alert, clock.now()))
}
