/**
 * Of what is shown and what arrived, the one to show: old news and repeats change nothing. Of the same revision the one
 * that tells a `state` is newer: an api of the release before, still running beside another, sends none.
 */
export function newerOf<T extends { revision: number; state?: unknown }>(
  shown: T | undefined,
  arrived: T,
): T {
  if (!shown || arrived.revision > shown.revision) return arrived
  return arrived.revision === shown.revision && arrived.state && !shown.state ? arrived : shown
}
