import { exportOrders } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import { grownMbDuring } from '../kit/process-metrics.ts'

/** Exports all orders as CSV at full speed, and returns how much the process grew meanwhile. */
export async function downloadCsv(clock: Clock) {
  const actor = { userId: 'bench', name: 'bench', from: '' }
  let [rows, bytes] = [-1, 0]
  const { seconds, grewMb } = await grownMbDuring(async () => {
    for await (const lines of await exportOrders({ clock, actor }, {})) {
      rows += lines.split('\r\n').length - 1
      bytes += Buffer.byteLength(lines)
    }
  })
  return { rows, seconds, mb: Math.round(bytes / 1_000_000), grewMb }
}
