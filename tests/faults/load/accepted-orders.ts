import { waitFor } from '../environment/wait.ts'
import { probeOrder, readProbes } from './probe.ts'
import type { Stage } from './scenario.ts'

/**
 * Places orders that MooGold accepts and keeps processing.
 * @returns their ids, once it has accepted them
 */
export async function placeAccepted(stage: Stage, firstIndex: number, count: number): Promise<string[]> {
  await stage.environment.simulators.control('moogold', { statuses: ['processing'] })
  const ids = await Promise.all(
    Array.from({ length: count }, (_, index) => probeOrder(stage, firstIndex + index)),
  )
  const areAccepted = async () => {
    const probes = await readProbes(stage, ids)
    return probes.length === count && probes.every(({ order }) => order.units[0]?.supplierOrderId !== '')
  }
  await waitFor('all are accepted', areAccepted)
  return ids
}

/** Makes MooGold deliver them, and call back. */
export async function completeAccepted(stage: Stage, ids: readonly string[]): Promise<void> {
  for (const { order } of await readProbes(stage, ids)) {
    const setStatus = { order_id: Number(order.units[0]!.supplierOrderId), status: 'completed' }
    await stage.environment.simulators.control('moogold', { setStatus })
  }
}

/**
 * Waits until only a person can end them.
 * @returns ms
 */
export function untilWithPerson(stage: Stage, ids: readonly string[], limitMs: number): Promise<number> {
  const areWithPerson = async () => {
    const probes = await readProbes(stage, ids)
    return probes.every(
      ({ order }) => order.pendingReason?.kind === 'outcome_unknown' && order.due.fulfil.at === null,
    )
  }
  return waitFor(`${ids.length} orders are a person’s`, areWithPerson, { limitMs })
}
