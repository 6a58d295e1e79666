import type { Env } from '../../platform/env.ts'
import type { RedisClient } from '../../platform/redis.ts'
import { hashTag } from '../../platform/redis-keys.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { hashOfRow } from './chain.ts'
import { AuditSealModel, type IAuditSeal } from './seal-model.ts'

/**
 * A copy of the chain's last entry outside MongoDB. An attacker who removes the end of the chain there cannot change
 * it.
 */
export type Anchor = { n: number; hash: string }

export type AnchorDeps = { redis: RedisClient; env: Pick<Env, 'QUEUE_PREFIX'> }

const keyOf = ({ env }: AnchorDeps) => `${hashTag(env.QUEUE_PREFIX, 'audit')}:anchor`

/** Undefined before the first seal, or after Redis lost its data; the log also contains every anchor. */
export async function readAnchor(deps: AnchorDeps): Promise<Anchor | undefined> {
  return parseAnchor(await deps.redis.get(keyOf(deps)))
}

/** Only advances, atomically, whatever the order of concurrent sealers. */
const advanceScript = `
local now = redis.call('get', KEYS[1])
if now and tonumber(string.match(now, '^%d+')) >= tonumber(ARGV[1]) then return 0 end
redis.call('set', KEYS[1], ARGV[1] .. ':' .. ARGV[2])
return 1`

export async function advanceAnchor(deps: AnchorDeps, { n, hash }: Anchor): Promise<void> {
  await deps.redis.eval(advanceScript, 1, keyOf(deps), n, hash)
}

/** Parses `184220:9a5e…`, as the log and the screen show it; undefined for any other text. */
export function parseAnchor(text: string | null | undefined): Anchor | undefined {
  const [, n, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text ?? '') ?? []
  return n && hash ? { n: Number(n), hash } : undefined
}

/** The hashes to log with these rows, by row id: of the seal, or of an unsealed row's content only. */
export async function anchorHashesInLog(
  rowIds: readonly string[],
): Promise<Map<string, Pick<IAuditSeal, 'rowHash' | 'hash'>>> {
  const seals = await AuditSealModel.find({ rowId: { $in: [...rowIds] } }).lean<IAuditSeal[]>()
  const hashes = new Map(seals.map(({ rowId, rowHash, hash }) => [rowId, { rowHash, hash }]))
  const unsealed = rowIds.filter((rowId) => !hashes.has(rowId))
  if (unsealed.length === 0) return hashes
  const rows = await AuditModel.find({ _id: { $in: unsealed } }).lean<IAuditRow[]>()
  for (const row of rows) hashes.set(row._id, { rowHash: hashOfRow(row), hash: '' })
  return hashes
}
