import { randomBytes } from 'node:crypto'
import { type ClientSession, model, type mongo, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { decrypt, encrypt, isCurrentKey, type SecretEnv } from '../../platform/secret-key.ts'

/** The key of one person, under which the audit log has what describes them. Backups do not have it. */
export interface IPersonKey {
  /** The user's `_id` in hex. */
  _id: string
  /** 32 random bytes, encrypted under SECRET_KEY; empty once the person was erased, so that no new one is made. */
  wrapped: string
  /** null: the person was not erased. */
  destroyedAt: Date | null
}

const personKeySchema = new Schema<IPersonKey>(
  {
    _id: { type: String, required: true },
    wrapped: { type: String, default: '' },
    destroyedAt: { type: Date, default: null },
  } satisfies SchemaFields<IPersonKey>,
  { collection: 'person_keys', strict: 'throw', versionKey: false },
)

export const PersonKeyModel = model<IPersonKey>('PersonKey', personKeySchema)

/** Keys by the person's id; of a person who was erased, or has none, there is no entry. */
export type PersonKeys = ReadonlyMap<string, Buffer>

let secret: SecretEnv | undefined

/** Names the SECRET_KEY under which this process stores and reads keys. */
export function usePersonKeys({ SECRET_KEY, SECRET_KEY_PREVIOUS }: SecretEnv): void {
  secret = { SECRET_KEY, SECRET_KEY_PREVIOUS }
}

const wrapping = (_id: string) => ({ purpose: 'person-key', about: _id }) as const

/** This process has no SECRET_KEY, as a command that was given a database alone. */
export class MissingSecretKeyError extends Error {
  constructor() {
    super(
      'Setting SECRET_KEY is missing, or is not 32 bytes in base64: the audit log stores what describes a person under it. Nothing was changed.',
    )
    this.name = 'MissingSecretKeyError'
  }
}

/** Undefined for a key that was destroyed, or is stored under another SECRET_KEY. */
export function unwrapKey(env: SecretEnv, { _id, wrapped }: IPersonKey): Buffer | undefined {
  const key = decrypt(env, wrapping(_id), wrapped)
  return key === undefined ? undefined : Buffer.from(key, 'base64url')
}

const keysIn = (env: SecretEnv, stored: readonly IPersonKey[]): PersonKeys =>
  new Map(
    stored.flatMap((one) => {
      const key = unwrapKey(env, one)
      return key ? [[one._id, key] as const] : []
    }),
  )

/** The keys of these persons in one read; none where this process has no SECRET_KEY. */
export async function readPersonKeys(userIds: readonly string[]): Promise<PersonKeys> {
  if (!secret || userIds.length === 0) return new Map()
  const stored = await PersonKeyModel.find({ _id: { $in: [...new Set(userIds)] } }).lean<IPersonKey[]>()
  return keysIn(secret, stored)
}

/**
 * The keys of these persons in the caller's transaction, which makes those that are missing. Of two transactions that
 * make the same, one is retried.
 * @throws MissingSecretKeyError; Error when a key is stored under another SECRET_KEY
 */
export async function makePersonKeys(tx: ClientSession, userIds: readonly string[]): Promise<PersonKeys> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  if (!secret) throw new MissingSecretKeyError()
  const env = secret
  const stored = await PersonKeyModel.find({ _id: { $in: ids } }, null, { session: tx }).lean<IPersonKey[]>()
  const missing = ids
    .filter((_id) => !stored.some((one) => one._id === _id))
    .map((_id) => ({
      _id,
      wrapped: encrypt(env, wrapping(_id), randomBytes(32).toString('base64url')),
      destroyedAt: null,
    }))
  if (missing.length > 0) await PersonKeyModel.insertMany(missing, { session: tx })
  const keys = keysIn(env, [...stored, ...missing])
  const lost = stored.find(({ _id, destroyedAt }) => destroyedAt === null && !keys.has(_id))
  // Without it the row would lack what it is to prove.
  if (lost) throw new Error(`the key of ${lost._id} is not stored under a SECRET_KEY that we have`)
  return keys
}

/**
 * Destroys the key of a person in the caller's transaction, whether or not there is one, so that none is made later.
 * Repeating it changes nothing.
 * @param db is a parameter, because a restored copy is not the connection's own
 */
export async function destroyPersonKey(
  tx: ClientSession,
  db: mongo.Db,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const keys = db.collection<IPersonKey>('person_keys')
  const key = await keys.findOne({ _id: userId }, { session: tx })
  if (key?.destroyedAt) return
  await keys.updateOne(
    { _id: userId, wrapped: key?.wrapped ?? '' },
    { $set: { wrapped: '', destroyedAt: now } },
    { session: tx, upsert: key === null },
  )
}

const batchSize = 100

/** Stores keys again that are under the previous SECRET_KEY, which will be removed. Concurrent processes do no harm. */
export async function rewrapPersonKeys(env: SecretEnv): Promise<void> {
  if (env.SECRET_KEY_PREVIOUS === '') return
  let last = ''
  for (;;) {
    const keys = await PersonKeyModel.find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .lean<IPersonKey[]>()
    for (const key of keys) await rewrap(env, key)
    if (keys.length < batchSize) return
    last = keys.at(-1)?._id ?? ''
  }
}

async function rewrap(env: SecretEnv, { _id, wrapped }: IPersonKey): Promise<void> {
  const text = decrypt(env, wrapping(_id), wrapped)
  if (text === undefined || isCurrentKey(env, 'person-key', wrapped)) return
  await PersonKeyModel.updateOne({ _id, wrapped }, { $set: { wrapped: encrypt(env, wrapping(_id), text) } })
}
