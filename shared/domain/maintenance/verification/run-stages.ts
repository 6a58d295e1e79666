import { isSnapshotLost } from '../../../platform/snapshot.ts'
import type { LedgerFault } from './verify-money.ts'
import { type Counts, maxFaults, nothing, type Stage, type Step } from './step.ts'

/** How far a verification has come: the stage and where its next step begins, and what it has read and found. */
export type Progress = { stage: number; from: string; counts: Counts; faults: LedgerFault[] }

export const start: Progress = { stage: 0, from: '', counts: nothing, faults: [] }

/** A step of a long verification needs a second; MongoDB drops its snapshot only when it is very busy. */
const maxTries = 3

/**
 * Runs the steps that are left.
 * @param onStep is awaited after each step, with the progress and the faults that the step added
 */
export async function runStages(
  stages: readonly Stage[],
  begun: Progress,
  onStep: (progress: Progress, added: readonly LedgerFault[]) => unknown = () => undefined,
): Promise<Progress> {
  let progress = begun
  for (let stage = stages[progress.stage]; stage; stage = stages[progress.stage]) {
    const step = await stepOf(stage, progress.from)
    const added = step.faults.slice(0, maxFaults - progress.faults.length)
    progress = {
      stage: step.next === undefined ? progress.stage + 1 : progress.stage,
      from: step.next ?? '',
      counts: add(progress.counts, step),
      faults: [...progress.faults, ...added],
    }
    await onStep(progress, added)
  }
  return progress
}

const add = (one: Counts, other: Counts): Counts => ({
  entries: one.entries + other.entries,
  postings: one.postings + other.postings,
  balances: one.balances + other.balances,
  replayed: one.replayed + other.replayed,
})

async function stepOf(stage: Stage, from: string, tries = 1): Promise<Step> {
  try {
    return await stage.step(from)
  } catch (error) {
    if (tries >= maxTries || !isSnapshotLost(error)) throw error
    return stepOf(stage, from, tries + 1)
  }
}
