import type { Env } from '../../platform/env.ts'
import type { RedisClient } from '../../platform/redis.ts'
import { hashTag } from '../../platform/redis-keys.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { hashOfRow } from './chain.ts'
import { AuditSealModel, type IAuditSeal } from './seal-model.ts'

/** The last link as it is known outside MongoDB: whoever cuts the chain's end off there does not reach it. */
export type Anchor = { n: number; hash: string }

export type AnchorDeps = { redis: RedisClient; env: Pick<Env, 'QUEUE_PREFIX'> }

const keyOf = ({ env }: AnchorDeps) => `${hashTag(env.QUEUE_PREFIX, 'audit')}:anchor`

/** Undefined where nothing was sealed yet, or Redis was lost whole: the log has every anchor too. */
export async function readAnchor(deps: AnchorDeps): Promise<Anchor | undefined> {
  return parseAnchor(await deps.redis.get(keyOf(deps)))
}

/** Forward alone, in one step, whoever of two sealers comes last. */
const forward = `
local now = redis.call('get', KEYS[1])
if now and tonumber(string.match(now, '^%d+')) >= tonumber(ARGV[1]) then return 0 end
redis.call('set', KEYS[1], ARGV[1] .. ':' .. ARGV[2])
return 1`

export async function advanceAnchor(deps: AnchorDeps, { n, hash }: Anchor): Promise<void> {
  await deps.redis.eval(forward, 1, keyOf(deps), n, hash)
}

/** `184220:9a5e…`, as the log and the screen show it; undefined for what is none. */
export function parseAnchor(text: string | null | undefined): Anchor | undefined {
  const [, n, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text ?? '') ?? []
  return n && hash ? { n: Number(n), hash } : undefined
}

/** The hashes that the log has of these rows, by the row's id: of its link, or of a row that waits for one, without. */
export async function anchorHashesInLog(
  rowIds: readonly string[],
): Promise<Map<string, Pick<IAuditSeal, 'rowHash' | 'hash'>>> {
  const seals = await AuditSealModel.find({ rowId: { $in: [...rowIds] } }).lean<IAuditSeal[]>()
  const known = new Map(seals.map(({ rowId, rowHash, hash }) => [rowId, { rowHash, hash }]))
  const waiting = rowIds.filter((rowId) => !known.has(rowId))
  if (waiting.length === 0) return known
  const rows = await AuditModel.find({ _id: { $in: waiting } }).lean<IAuditRow[]>()
  for (const row of rows) known.set(row._id, { rowHash: hashOfRow(row), hash: '' })
  return known
}
