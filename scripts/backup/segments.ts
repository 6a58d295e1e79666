import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { Fault } from '../cli/kit/fault.ts'
import { encodeChunk, writeWhole } from './chunk-files.ts'
import { segmentsIn } from './folder.ts'
import {
  type ClusterTime,
  compareTimes,
  readManifest,
  type SegmentManifest,
  signManifest,
} from './manifest.ts'

/** A segment by its file name alone: what it covers, without reading it. */
export type SegmentName = { name: string; from: ClusterTime; to: ClusterTime }

const digits = ({ t, i }: ClusterTime) => `${String(t).padStart(10, '0')}.${String(i).padStart(6, '0')}`
const nameOf = (from: ClusterTime, to: ClusterTime) => `${digits(from)}-${digits(to)}`

/** The segments of the oplog's tail, oldest first. */
export async function listSegments(folder: string): Promise<SegmentName[]> {
  const names = await readdir(segmentsIn(folder)).catch(() => [])
  return names
    .flatMap((name) => {
      const [, ...times] = /^(\d{10})\.(\d{6,})-(\d{10})\.(\d{6,})\.json$/.exec(name) ?? []
      const [fromT = 0, fromI = 0, toT = 0, toI = 0] = times.map(Number)
      if (times.length === 0) return []
      return [{ name: name.slice(0, -'.json'.length), from: { t: fromT, i: fromI }, to: { t: toT, i: toI } }]
    })
    .sort((a, b) => compareTimes(a.from, b.from) || compareTimes(a.to, b.to))
}

export type UnsavedTime = { from: ClusterTime; to: ClusterTime }

/**
 * Pure. The segments after `start`. Two that overlap, such as of two processes, have the same entries.
 * @returns `chain`: those that continue each other without a gap, from the one that has `start`; `rest`: those after the
 * first gap; `gaps`: the times that no segment has, before the last one's end
 */
export function segmentsFrom(
  all: readonly SegmentName[],
  start: ClusterTime,
): { chain: SegmentName[]; rest: SegmentName[]; gaps: UnsavedTime[] } {
  const chain: SegmentName[] = []
  const rest: SegmentName[] = []
  const gaps: UnsavedTime[] = []
  let at = start
  for (const segment of all) {
    if (compareTimes(segment.to, at) <= 0) continue
    if (compareTimes(segment.from, at) > 0) gaps.push({ from: at, to: segment.from })
    const part = gaps.length === 0 ? chain : rest
    part.push(segment)
    at = segment.to
  }
  return { chain, rest, gaps }
}

type SegmentParts = { folder: string; database: string; recipient: string; env: SecretEnv }

/** Writes the entries between two times. Its manifest is last: without it the file does not count. */
export async function writeSegment(
  { folder, database, recipient, env }: SegmentParts,
  { from, to }: Pick<SegmentManifest, 'from' | 'to'>,
  entries: readonly Uint8Array[],
): Promise<void> {
  const base = nameOf(from, to)
  const path = join(segmentsIn(folder), base)
  const name = `${base}.bson.gz.age`
  const file =
    entries.length === 0
      ? null
      : {
          name,
          sha256: await writeWhole(join(segmentsIn(folder), name), await encodeChunk(recipient, entries)),
          documents: entries.length,
        }
  await writeWhole(
    `${path}.json`,
    signManifest(env, { kind: 'segment', format: 1, database, from, to, file }),
  )
}

/** @throws Fault when its manifest was changed, or belongs to another time than its name says */
export async function readSegment(
  { env, folder }: { env: SecretEnv; folder: string },
  { name, from, to }: SegmentName,
): Promise<SegmentManifest> {
  const manifest = await readManifest(env, 'segment', join(segmentsIn(folder), `${name}.json`))
  if (compareTimes(manifest.from, from) !== 0 || compareTimes(manifest.to, to) !== 0)
    throw new Fault(`${name} was renamed: it has what was written in another time.`)
  return manifest
}

/** Deletes the segments that end before this moment. @returns how many */
export async function deleteSegmentsBefore(folder: string, before: ClusterTime): Promise<number> {
  const old = (await listSegments(folder)).filter(({ to }) => compareTimes(to, before) < 0)
  for (const { name } of old) {
    await rm(join(segmentsIn(folder), `${name}.json`), { force: true })
    await rm(join(segmentsIn(folder), `${name}.bson.gz.age`), { force: true })
  }
  return old.length
}
