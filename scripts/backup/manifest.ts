import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encryptionKeyId, isMacOf, macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type mongoose from 'mongoose'
import * as z from 'zod'
import { Fault } from '../cli/kit/fault.ts'
import { backupsIn, manifestName } from './folder.ts'

/** MongoDB's own time of an entry of the oplog: seconds and a counter. */
const clusterTime = z.strictObject({ t: z.number().int(), i: z.number().int() })
export type ClusterTime = z.output<typeof clusterTime>

const file = z.strictObject({ name: z.string(), sha256: z.string(), documents: z.number().int() })

const backup = z.strictObject({
  kind: z.literal('backup'),
  format: z.literal(1),
  id: z.string(),
  /** The moment of which it is the state. */
  snapshot: clusterTime,
  /** The name of the database, which the tail's entries name. */
  database: z.string(),
  recipient: z.string(),
  migrations: z.array(z.string()),
  collections: z.array(
    z.strictObject({
      name: z.string(),
      /** As `listCollections` and `listIndexes` return them, in MongoDB's extended JSON. */
      options: z.string(),
      indexes: z.string(),
      documents: z.number().int(),
      files: z.array(file),
    }),
  ),
})
export type BackupManifest = z.output<typeof backup>

const segment = z.strictObject({
  kind: z.literal('segment'),
  format: z.literal(1),
  /** The name of the database that it is the tail of. */
  database: z.string(),
  /** It has the entries after `from` up to and with `to`. */
  from: clusterTime,
  to: clusterTime,
  /** null: nothing was written in that time. */
  file: file.nullable(),
})
export type SegmentManifest = z.output<typeof segment>

const keys = z.strictObject({
  kind: z.literal('keys'),
  format: z.literal(1),
  /** The time when they were saved. */
  id: z.string(),
  database: z.string(),
  files: z.array(file),
})
export type KeysManifest = z.output<typeof keys>

const signed = z.strictObject({
  /** Identifies the shop's SECRET_KEY without revealing it. */
  keyId: z.string(),
  /** HMAC-SHA-256 of `text` under a key derived from SECRET_KEY: a file that the shop did not write is refused. */
  mac: z.string(),
  text: z.string(),
})

const parsers = { backup, segment, keys } as const
type Manifests = { backup: BackupManifest; segment: SegmentManifest; keys: KeysManifest }

/** The manifest with its sums, which a change of any byte makes invalid. */
export function signManifest(env: SecretEnv, manifest: Manifests[keyof Manifests]): string {
  const text = JSON.stringify(manifest)
  const keyId = encryptionKeyId(env.SECRET_KEY, 'backup')
  return `${JSON.stringify({ keyId, mac: macOf(env, 'backup', text), text }, null, 1)}\n`
}

/**
 * The manifest of a backup. Its folder's name must be its id: a renamed folder would be taken for another backup.
 * @throws Fault as `readManifest` does
 */
export async function readBackupManifest(
  env: SecretEnv,
  folder: string,
  id: string,
): Promise<BackupManifest> {
  const manifest = await readManifest(env, 'backup', join(backupsIn(folder), id, manifestName))
  if (manifest.id !== id) throw new Fault(`The folder ${id} has backup ${manifest.id}: it was renamed.`)
  return manifest
}

/**
 * Tests SECRET_KEY and the manifest.
 * @throws Fault when it is missing or was changed, or when SECRET_KEY is not the one of the backup
 */
export async function readManifest<Kind extends keyof Manifests>(
  env: SecretEnv,
  kind: Kind,
  path: string,
): Promise<Manifests[Kind]> {
  const bytes = await readFile(path, 'utf8').catch(() => {
    throw new Fault(`There is no ${path}.`)
  })
  const parsed = signed.safeParse(parseJson(bytes))
  if (!parsed.success) throw new Fault(`${path} is no manifest of a backup, or was changed.`)
  const { keyId, mac, text } = parsed.data
  const keys = [env.SECRET_KEY, env.SECRET_KEY_PREVIOUS].filter(Boolean)
  if (!keys.some((key) => encryptionKeyId(key, 'backup') === keyId))
    throw new Fault(
      'SECRET_KEY is not the one of this backup: delivered codes and second factors could not be read. Set the key that the shop had, or name it in SECRET_KEY_PREVIOUS.',
    )
  const manifest = parsers[kind].safeParse(parseJson(text))
  if (!isMacOf(env, { purpose: 'backup', stored: mac }, text) || !manifest.success)
    throw new Fault(`${path} was changed since it was written.`)
  return manifest.data as Manifests[Kind]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const compareTimes = (a: ClusterTime, b: ClusterTime): number => a.t - b.t || a.i - b.i

export const clusterTimeOf = (time: mongoose.mongo.BSON.Timestamp): ClusterTime => ({
  t: time.getHighBitsUnsigned(),
  i: time.getLowBitsUnsigned(),
})

export const dateOf = ({ t }: ClusterTime): Date => new Date(t * 1_000)
