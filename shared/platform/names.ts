import mongoose, { type ClientSession, Schema } from 'mongoose'

/**
 * What only one document may be called, beside its `_id`: an e-mail address, a number that customers tell support.
 * It is written in the transaction that writes the document.
 */
export interface IUniqueName {
  /** Kind and name: `user.email:asha@example.com`. */
  _id: string
  /** The `_id` of the document that has it, in hex. */
  owner: string
}

const nameSchema = new Schema<IUniqueName>(
  { _id: { type: String, required: true }, owner: { type: String, required: true } },
  { collection: 'unique_names', strict: 'throw', versionKey: false },
)

export const UniqueNameModel = mongoose.model<IUniqueName>('UniqueName', nameSchema)

/** @throws a duplicate-key error (see `isDuplicateKey`) when someone has one of the names already */
export async function reserveNames(
  tx: ClientSession,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await UniqueNameModel.insertMany(
    names.map((_id) => ({ _id, owner })),
    { session: tx, ordered: true },
  )
}

/** Gives names back, for others to take. */
export async function releaseNames(
  tx: ClientSession,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await UniqueNameModel.deleteMany({ _id: { $in: [...names] }, owner }, { session: tx })
}

/** The `_id`s of the documents whose names begin so, in their order, at most `most`. */
export async function ownersByPrefix(prefix: string, most: number): Promise<string[]> {
  const range = { $gte: prefix, $lt: `${prefix}\uffff` }
  const found = await UniqueNameModel.find({ _id: range }).sort({ _id: 1 }).limit(most).lean()
  return found.map(({ owner }) => owner)
}

/** The `_id` of the document with this name. */
export async function ownerOf(name: string): Promise<string | undefined> {
  return (await UniqueNameModel.findById(name).lean())?.owner
}
