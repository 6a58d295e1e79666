import { type Interval, startInterval, untilWholeSecond } from '../../platform/interval.ts'
import type { Logger } from '../../platform/logger.ts'
import { type IRestoration, RestorationModel, restorationId } from './restoration-model.ts'

/** The restoration while the shop is quiet because of it; undefined otherwise. */
export async function readQuietMode(): Promise<IRestoration | undefined> {
  const restoration = await RestorationModel.findById(restorationId).lean<IRestoration | null>()
  return restoration && restoration.openedAt === null ? restoration : undefined
}

export type QuietMode = {
  /** The restoration while the shop is quiet; undefined otherwise. */
  current(): IRestoration | undefined
  stop(): Promise<void>
}

const pollMs = 1_000

/**
 * Reads whether the shop is quiet, and while it is, polls for the end. A shop becomes quiet only by a restoration, which
 * refuses to run while processes are connected, so that a process that started open need not ask again.
 */
export async function followQuietMode(
  log: Logger,
  onOpened: () => Promise<void> = async () => undefined,
): Promise<QuietMode> {
  let current = await readQuietMode()
  if (!current) return { current: () => undefined, stop: async () => undefined }
  log.warn({ backup: current.backup, restoredTo: current.restoredTo }, 'restored shop is quiet')
  let polling: Interval | undefined
  const poll = async () => {
    if (!current) return
    const now = await readQuietMode()
    if (now) return
    await onOpened()
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
