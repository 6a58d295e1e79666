import type { FaultEnvironment } from './environment/environment.ts'
import type { Evidence } from './load/evidence.ts'
import type { Outcome } from './load/scenario.ts'

type Line = { at: number; who: string; text: string }

/** Number of orders in a timeline: the first ones with a violation. */
const ordersShown = 3

/** The events of the orders with violations, and the faults of the environment, in order of time. */
export async function timelineOf(
  environment: Pick<FaultEnvironment, 'notes' | 'apis' | 'workers'>,
  evidence: Evidence,
  { violations, complaints }: Pick<Outcome, 'violations' | 'complaints'>,
): Promise<string[]> {
  const complaintText = [...violations.map(({ about }) => about), ...complaints].join(' ')
  const ids = [...new Set(complaintText.match(/J[PT]\d{6}[0-9A-Z]{8}/g))].slice(0, ordersShown)
  const names = ids.flatMap((id) => namesOf(evidence, id))
  const concerns = (text: string) => names.some((name) => text.includes(name))
  const lines: Line[] = [
    ...environment.notes.map(({ at, text }) => ({ at, who: 'fault', text })),
    ...[...environment.apis, ...environment.workers].flatMap((process) =>
      process.log
        .filter(
          ({ text, level, line }) =>
            concerns(text) || (level >= 50 && ids.length === 0) || line.ready === true,
        )
        .map(({ at, text }) => ({ at, who: process.name, text: brief(text) })),
    ),
    ...Object.entries(evidence.journals).flatMap(([vendor, entries]) =>
      entries
        .filter((entry) => concerns(JSON.stringify(entry)))
        .map((entry) => ({
          at: Date.parse(entry.at),
          who: `${vendor} journal`,
          text: brief(JSON.stringify(entry)),
        })),
    ),
    ...evidence.orders
      .filter((order) => ids.includes(order._id))
      .flatMap((order) =>
        order.history.map((row) => ({
          at: row.at.getTime(),
          who: 'database',
          text: `${order._id} ${row.from || 'new'} → ${row.to} by ${row.by} ${row.reason}`.trim(),
        })),
      ),
  ]
  return merge(lines)
}

/** The names of an order in logs and journals. */
function namesOf({ orders }: Evidence, id: string): string[] {
  const order = orders.find((one) => one._id === id)
  return order ? [id, String(order._id), order.input1] : [id]
}

/** In order of time, each with its distance from the first. */
export function merge(lines: readonly Line[]): string[] {
  const sorted = lines.toSorted((a, b) => a.at - b.at)
  const start = sorted[0]?.at ?? 0
  return sorted.map(
    ({ at, who, text }) => `${((at - start) / 1000).toFixed(3).padStart(9)} s  ${who.padEnd(18)} ${text}`,
  )
}

const brief = (text: string) => text.replace(/"(level|time|pid|hostname|name|v)":[^,}]*,?/g, '').slice(0, 260)
