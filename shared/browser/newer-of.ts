/**
 * Returns the newer of the shown and the received object; stale and repeated updates change nothing. At equal
 * revision an object with a `state` is newer: an api of the previous version, which may still run in
 * parallel, sends none.
 */
export function newerOf<T extends { revision: number; state?: unknown }>(
  shown: T | undefined,
  arrived: T,
): T {
  if (!shown || arrived.revision > shown.revision) return arrived
  return arrived.revision === shown.revision && arrived.state && !shown.state ? arrived : shown
}
