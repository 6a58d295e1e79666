import { type ClientSession, model, Schema } from 'mongoose'
import { AppError } from '../../../platform/app-error.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'
import { macsOf, type SecretEnv } from '../../../platform/secret-key.ts'

/** A code that was delivered, as a keyed hash, which does not reveal it. */
interface IDeliveredCode {
  /** `codeMacs` of the code: two orders cannot deliver the same one, also at the same moment. */
  _id: string
  orderId: string
  /** As in `VaultDelivery`. */
  deliveryId: string
  at: Date
}

const deliveredCodeSchema = new Schema<IDeliveredCode>(
  {
    _id: { type: String, required: true },
    orderId: { type: String, required: true },
    deliveryId: { type: String, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<IDeliveredCode>,
  { collection: 'delivered_codes', strict: 'throw', versionKey: false },
)
deliveredCodeSchema.index({ deliveryId: 1 }, { name: 'delivery' })

export const DeliveredCodeModel = model<IDeliveredCode>('DeliveredCode', deliveredCodeSchema)

type PlainSecret = { label: string; value: string }

/** `isFromSupplier`: the customer has paid for these codes, so they are stored also when they were delivered before. */
type CodesOfDelivery = Omit<IDeliveredCode, '_id'> & {
  secrets: readonly PlainSecret[]
  isFromSupplier?: boolean
}

/** A code is used once. The parts of a login, such as its email, may belong to several orders. */
const isCode = ({ label }: PlainSecret): boolean => /code|voucher|card|serial|key/i.test(label)

/** Blanks, dashes and case do not distinguish two codes. */
const codeText = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/**
 * Records the codes of a delivery in the transaction that stores them.
 * @throws code_delivered, with the order, for a code of an admin that was delivered before
 */
export async function recordCodes(
  env: SecretEnv,
  { secrets, isFromSupplier = false, ...delivery }: CodesOfDelivery,
  tx: ClientSession,
): Promise<void> {
  const macs = secrets.filter(isCode).map(({ value }) => macsOf(env, 'delivered-code', codeText(value)))
  if (macs.length === 0) return
  const earlier = await DeliveredCodeModel.find({ _id: { $in: macs.flat() } })
    .session(tx)
    .lean<IDeliveredCode[]>()
  if (!isFromSupplier) requireNew(macs, earlier)
  const known = new Set(earlier.map(({ _id }) => _id))
  const added = [...new Set(macs.map(([current = '']) => current))].filter((_id) => !known.has(_id))
  await DeliveredCodeModel.insertMany(
    added.map((_id) => ({ ...delivery, _id })),
    { session: tx },
  )
}

/** @throws code_delivered */
function requireNew(macs: readonly string[][], earlier: readonly IDeliveredCode[]): void {
  const isSingle = macs.length === 1
  for (const [at, ofCode] of macs.entries()) {
    const name = isSingle ? 'This code' : `Code ${at + 1}`
    const found = earlier.find(({ _id }) => ofCode.includes(_id))
    if (found) {
      const message = `${name} was already delivered with order ${found.orderId} on ${dayText(found.at)}. Use another code.`
      throw new AppError('code_delivered', {
        field: 'codes',
        message,
        details: { orderid: found.orderId },
      })
    }
    const first = macs.findIndex(([current]) => current === ofCode[0])
    if (first < at) {
      const message = `Codes ${first + 1} and ${at + 1} are the same. Use another code.`
      throw new AppError('code_delivered', { field: 'codes', message })
    }
  }
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})
const dayText = (at: Date): string => day.format(at)

/** Makes the codes of a delivery that did not happen available to other orders. */
export async function releaseCodes(deliveryId: string, tx: ClientSession): Promise<void> {
  const recorded = await DeliveredCodeModel.find({ deliveryId }, { _id: 1 }).session(tx).lean()
  if (recorded.length === 0) return
  await DeliveredCodeModel.deleteMany({ _id: { $in: recorded.map(({ _id }) => _id) } }, { session: tx })
}

/** Records the codes of a delivery under the current key, too, before the previous one is removed. */
export async function rehashCodes(
  env: SecretEnv,
  deliveryId: string,
  values: readonly string[],
): Promise<void> {
  const recorded = await DeliveredCodeModel.find({ deliveryId }).lean<IDeliveredCode[]>()
  for (const value of values) {
    const [current = '', previous] = macsOf(env, 'delivered-code', codeText(value))
    const found = recorded.find(({ _id }) => _id === previous)
    if (!found) continue
    const { _id, ...delivery } = found
    await DeliveredCodeModel.updateOne({ _id: current }, { $setOnInsert: delivery }, { upsert: true })
  }
}
