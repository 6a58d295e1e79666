import mongoose, { type ClientSession, Schema } from 'mongoose'

/**
 * A unique name of a document in addition to its `_id`: an e-mail address, a number that customers
 * give to support. Written in the transaction that writes the document.
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
nameSchema.index({ owner: 1, _id: 1 }, { name: 'owner' })

export const UniqueNameModel = mongoose.model<IUniqueName>('UniqueName', nameSchema)

/** @throws a duplicate-key error (see `isDuplicateKey`) when one of the names is taken */
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

/** Frees names for other documents. */
export async function releaseNames(
  tx: ClientSession,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await UniqueNameModel.deleteMany({ _id: { $in: [...names] }, owner }, { session: tx })
}

/**
 * The `_id`s of at most `most` documents whose names begin with `prefix`, in the order of the
 * names.
 */
export async function ownersByPrefix(prefix: string, limit: number): Promise<string[]> {
  const range = { $gte: prefix, $lt: `${prefix}\uffff` }
  const found = await UniqueNameModel.find({ _id: range }).sort({ _id: 1 }).limit(limit).lean()
  return found.map(({ owner }) => owner)
}

/** All names of a document. */
export async function namesOf(owner: string): Promise<string[]> {
  const found = await UniqueNameModel.find({ owner }).sort({ _id: 1 }).lean()
  return found.map(({ _id }) => _id)
}

/** The `_id` of the document with this name. */
export async function ownerOf(name: string): Promise<string | undefined> {
  return (await UniqueNameModel.findById(name).lean())?.owner
}
