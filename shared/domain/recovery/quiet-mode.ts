import { type Interval, startInterval, untilWholeSecond } from '../../platform/interval.ts'
import type { Logger } from '../../platform/logger.ts'
import { isAwayFromHome } from './database-home.ts'
import { type IRestoration, RestorationModel, restorationId } from './restoration-model.ts'

/** `restoration`: undefined for a copy of a database that another tool made, until `restore:adopt` records it. */
export type Quiet = { since: Date; restoration: IRestoration | undefined }

const readRestoration = () => RestorationModel.findById(restorationId).lean<IRestoration | null>()

/**
 * Why the shop is quiet: it is being restored, or has not been opened since; or its data are a copy from another
 * database, whatever made it. Undefined otherwise.
 */
export async function readQuietMode(now = new Date()): Promise<Quiet | undefined> {
  const restoration = await readRestoration()
  if (restoration?.openedAt === null) return { since: restoration.startedAt, restoration }
  return (await isAwayFromHome()) ? { since: now, restoration: undefined } : undefined
}

export type QuietMode = {
  /** Why the shop is quiet; undefined while it is not. */
  current(): Quiet | undefined
  stop(): Promise<void>
}

const pollMs = 1_000

/** What a process does once the shop is open. `onFailed`: it could not start. */
type Opening = { start(): Promise<void>; onFailed(error: unknown): void }

const nothing: Opening = { start: async () => undefined, onFailed: () => undefined }

/**
 * Reads whether the shop is quiet, and while it is, polls for the end. A shop becomes quiet only by a restoration, which
 * refuses to run while processes are connected, so that a process that started open need not ask again.
 */
export async function followQuietMode(log: Logger, opening: Opening = nothing): Promise<QuietMode> {
  let current = await readQuietMode()
  if (!current) return { current: () => undefined, stop: async () => undefined }
  const { backup, restoredTo } = current.restoration ?? {}
  log.warn({ backup, restoredTo }, 'restored shop is quiet')
  let polling: Interval | undefined
  const poll = async () => {
    if (!current || !(await isOpened())) return
    try {
      await opening.start()
    } catch (error) {
      opening.onFailed(error)
    }
    current = undefined
    log.warn('quiet mode ended')
  }
  polling = startInterval(
    () => poll().catch((error: unknown) => log.error({ err: String(error) }, 'quiet mode not read')),
    () => (current ? untilWholeSecond(pollMs) : 2 ** 30),
  )
  return {
    current: () => current,
    stop: async () => {
      await polling?.stop()
    },
  }
}

/** Only by its record: a database that was dropped to be restored once more has none. */
async function isOpened(): Promise<boolean> {
  const restoration = await readRestoration()
  return Boolean(restoration?.openedAt) && !(await isAwayFromHome())
}
