import type { ProfiledCommand } from './writes-by-id.ts'

/**
 * What is wrong with a profiled write: a change of role or a block that leaves open sessions valid, because
 * it does not set `sessionsValidFrom` in the same write (`revokeSessions`). Undefined when nothing is.
 * @param caller the file that made the write, with its line
 */
export function accessWrittenBy(caller: string, { ns, command = {} }: ProfiledCommand): string | undefined {
  if (!ns.endsWith('.users') || /^shared\/domain\/migrate-[\w-]+\.ts:/.test(caller)) return undefined
  const { $set = {} } = (command.update ?? command.u ?? {}) as { $set?: Record<string, unknown> }
  const decides = ['role', 'staffRole', 'isBlocked'].find((field) => field in $set)
  if (!decides || 'sessionsValidFrom' in $set) return undefined
  return `${caller} writes a user's ${decides} without sessionsValidFrom`
}
