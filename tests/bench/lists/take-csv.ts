import { exportOrders } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'

const million = 1_000_000

/** Exports all orders as CSV at full speed, and returns how much the process grew meanwhile. */
export async function downloadCsv(clock: Clock) {
  const actor = { userId: 'bench', name: 'bench', from: '' }
  const startedAt = performance.now()
  const before = process.memoryUsage.rss()
  let [rows, bytes, most] = [-1, 0, before]
  for await (const lines of await exportOrders({ clock, actor }, {})) {
    rows += lines.split('\r\n').length - 1
    bytes += Buffer.byteLength(lines)
    most = Math.max(most, process.memoryUsage.rss())
  }
  return {
    rows,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    mb: Math.round(bytes / million),
    grewMb: Math.round((most - before) / million),
  }
}
