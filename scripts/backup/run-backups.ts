import { setTimeout as sleep } from 'node:timers/promises'
import { tailRun } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { recordSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { listBackups, timeOfBackup } from './folder.ts'
import { type FollowParts, followOplog } from './follow-oplog.ts'
import { readBackupManifest } from './manifest.ts'
import { listSegments, segmentsFrom } from './segments.ts'
import { historyWarning, type TakenBackup } from './take-backup.ts'

type RunParts = Omit<FollowParts, 'env' | 'onSaved' | 'onGap'> & {
  env: Env
  log: Logger
  clock: Clock
  backUp(): Promise<{ taken: TakenBackup; expired: string[] }>
}

const retryMs = 5 * 60_000
/** The tail must begin before the first backup, so that the two join. */
const tailFirstMs = 2_000

/** What `runBackups` does besides taking backups; tests replace it. */
export type Steps = {
  follow: typeof followOplog
  record: typeof recordSuccess
  pause(ms: number, signal: AbortSignal): Promise<unknown>
}

const realSteps: Steps = {
  follow: followOplog,
  record: recordSuccess,
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

/** Keeps the tail of the oplog and takes a backup whenever one is due, until `signal`. */
export async function runBackups(
  parts: RunParts,
  { follow, record, pause }: Steps = realSteps,
): Promise<void> {
  const { signal } = parts
  const state = { gaps: 0, wake: () => {} }
  const tail = follow({
    ...parts,
    onSaved: createTailRecorder(parts, record),
    onGap: () => {
      state.gaps += 1
      state.wake()
    },
  })
  await pause(tailFirstMs, signal)
  let closedGaps = 0
  while (!signal.aborted) {
    const { gaps } = state
    const awake = new AbortController()
    state.wake = () => awake.abort()
    const { waitMs, isTaken } = await backUpIfDue(parts, gaps > closedGaps)
    if (isTaken) closedGaps = gaps
    await pause(waitMs, AbortSignal.any([signal, awake.signal]))
  }
  await tail
}

/** Its own writes are part of the tail: more often, an idle shop would never be idle. */
const recordEveryMs = 5 * 60_000

/** Records that the newest backup and the tail after it have everything, which `doctor` asks for. */
function createTailRecorder(parts: RunParts, record: Steps['record']): () => Promise<void> {
  let recordedAt = 0
  return async () => {
    const now = parts.clock.now()
    if (now.getTime() - recordedAt < recordEveryMs) return
    recordedAt = now.getTime()
    try {
      if (await isTailWhole(parts, now)) await record(tailRun, now)
    } catch (error) {
      parts.log.error({ err: String(error) }, 'tail not recorded')
    }
  }
}

/** Whether nothing is missing between the newest backup and the end of the tail. */
async function isTailWhole({ env, folder }: RunParts, now: Date): Promise<boolean> {
  const id = (await listBackups(folder, now)).at(-1)
  if (id === undefined) return false
  const { snapshot } = await readBackupManifest(env, folder, id)
  return segmentsFrom(await listSegments(folder), snapshot).gaps.length === 0
}

/**
 * @param isNeeded takes one whether it is due or not
 * @returns `waitMs`: until the next one is due, or is tried again
 */
export async function backUpIfDue(
  { folder, env, log, clock, backUp }: Pick<RunParts, 'folder' | 'env' | 'log' | 'clock' | 'backUp'>,
  isNeeded: boolean,
): Promise<{ waitMs: number; isTaken: boolean }> {
  const everyMs = env.BACKUP_EVERY_HOURS * 3_600_000
  const now = clock.now()
  const last = (await listBackups(folder, now)).at(-1)
  const waitMs = last ? timeOfBackup(last).getTime() + everyMs - now.getTime() : 0
  if (waitMs > 0 && !isNeeded) return { waitMs, isTaken: false }
  try {
    const { taken, expired } = await backUp()
    log.info({ ...taken, expired }, 'backup taken')
    const warning = historyWarning(taken)
    if (warning) log.warn({ seconds: taken.seconds }, warning)
    return { waitMs: everyMs, isTaken: true }
  } catch (error) {
    log.error({ err: String(error) }, 'backup failed')
    return { waitMs: retryMs, isTaken: false }
  }
}
