import type { Lane } from '../../platform/due.ts'

/** A part of an update: what must hold, what is set, what is added to. */
export type LanePatch = {
  guard: Record<string, number>
  set: Record<string, Date | null>
  inc: Record<string, number>
}

/**
 * The lane of looks after a look, as updates to be tried in order. The first holds only while nobody has asked
 * for another look; when a callback did during this one, the answer may be older than its news, so the second
 * owes another look at once.
 */
export function lanePatches(lane: Lane, next: Date | null, now: Date): [LanePatch, LanePatch] {
  const inc = { 'due.payment.seq': 1 }
  return [
    { guard: { 'due.payment.seq': lane.seq }, set: { 'due.payment.at': next }, inc },
    { guard: {}, set: { 'due.payment.at': now }, inc },
  ]
}
