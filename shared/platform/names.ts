import mongoose, { type ClientSession, Schema } from 'mongoose'

/**
 * What only one document may be called, beside its `_id`: an e-mail address, a number that customers tell support.
 * It is written in the transaction that writes the document.
 */
export interface IName {
  /** Kind and name: `user.email:asha@example.com`. */
  _id: string
  /** The `_id` of the document that has it, in hex. */
  owner: string
}

const nameSchema = new Schema<IName>(
  { _id: { type: String, required: true }, owner: { type: String, required: true } },
  { collection: 'names', strict: 'throw', versionKey: false },
)

export const NameModel = mongoose.model<IName>('Name', nameSchema)

/** @throws a duplicate-key error (see `isDuplicateKey`) when someone has one of the names already */
export async function takeNames(
  session: ClientSession,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await NameModel.insertMany(
    names.map((_id) => ({ _id, owner })),
    { session, ordered: true },
  )
}

/** Gives names back, for others to take. */
export async function releaseNames(
  session: ClientSession,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await NameModel.deleteMany({ _id: { $in: [...names] }, owner }, { session })
}

/** The `_id`s of the documents whose names begin so, in their order, at most `most`. */
export async function ownersOfPrefix(prefix: string, most: number): Promise<string[]> {
  const range = { $gte: prefix, $lt: `${prefix}\uffff` }
  const found = await NameModel.find({ _id: range }).sort({ _id: 1 }).limit(most).lean()
  return found.map(({ owner }) => owner)
}

/** The `_id` of the document with this name. */
export async function ownerOf(name: string): Promise<string | undefined> {
  return (await NameModel.findById(name).lean())?.owner
}
