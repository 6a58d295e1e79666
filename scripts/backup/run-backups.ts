import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { listBackups, timeOfBackup } from './folder.ts'
import { type FollowParts, followOplog } from './follow-oplog.ts'
import { historyWarning, type TakenBackup } from './take-backup.ts'

type RunParts = Omit<FollowParts, 'signal' | 'env'> & {
  env: Env
  log: Logger
  backUp(): Promise<{ taken: TakenBackup; expired: string[] }>
}

const retryMs = 5 * 60_000
/** The tail must begin before the first backup, so that the two join. */
const tailFirstMs = 2_000

/** Keeps the tail of the oplog and takes a backup whenever one is due, until the process is to stop. */
export async function runBackups(parts: RunParts): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const { signal } = stopping
  const tail = followOplog({ ...parts, signal })
  await pause(tailFirstMs, signal)
  while (!signal.aborted) await pause(await backUpIfDue(parts), signal)
  await tail
}

/** @returns ms until the next one is due */
async function backUpIfDue({ folder, env, log, backUp }: RunParts): Promise<number> {
  const everyMs = env.BACKUP_EVERY_HOURS * 3_600_000
  const last = (await listBackups(folder)).at(-1)
  const waitMs = last ? timeOfBackup(last).getTime() + everyMs - Date.now() : 0
  if (waitMs > 0) return Math.min(waitMs, everyMs)
  try {
    const { taken, expired } = await backUp()
    log.info({ ...taken, expired }, 'backup taken')
    const warning = historyWarning(taken)
    if (warning) log.warn({ seconds: taken.seconds }, warning)
    return everyMs
  } catch (error) {
    log.error({ err: String(error) }, 'backup failed')
    return retryMs
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
