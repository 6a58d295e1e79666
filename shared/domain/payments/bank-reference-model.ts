import { type ClientSession, model, Schema } from 'mongoose'
import { isDuplicateKey } from '../../platform/mongo.ts'

/** A bank reference identifies one payment, so it belongs to the first order or top-up that reserves it. */
interface IBankReference {
  /** `gateway:reference`. */
  _id: string
  /** `client_txn_id` of the order or top-up. */
  owner: string
  at: Date
}

const bankReferenceSchema = new Schema<IBankReference>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'bank_references', strict: 'throw', versionKey: false },
)

export const BankReferenceModel = model<IBankReference>('BankReference', bankReferenceSchema)

/** Only the banks' twelve-digit references are unique; a payment app's own ids are not. */
export const isBankReference = (reference: string): boolean => /^\d{12}$/.test(reference)

/** Thrown when the transaction would use a bank reference a second time. */
export class DuplicateReferenceError extends Error {
  readonly key: string

  constructor(key: string) {
    super(`bank reference ${key} is another payment's`)
    this.name = 'DuplicateReferenceError'
    this.key = key
  }
}

export type ReferenceReservation = { gateway: string; reference: string; owner: string; at: Date }

/**
 * Reserves a bank reference in the transaction that records the money.
 * @throws DuplicateReferenceError
 */
export async function reserveReference(tx: ClientSession, reservation: ReferenceReservation): Promise<void> {
  const { gateway, reference, owner, at } = reservation
  const _id = `${gateway}:${reference}`
  try {
    await BankReferenceModel.insertMany([{ _id, owner, at }], { session: tx })
  } catch (error) {
    throw isDuplicateKey(error) ? new DuplicateReferenceError(_id) : error
  }
}

/** @returns the `client_txn_id` of the order or top-up that reserved the reference */
export async function ownerOfReference(key: string): Promise<string | undefined> {
  return (await BankReferenceModel.findById(key).lean<IBankReference | null>())?.owner
}
