/**
 * `npm run bench:pages`: how soon the pages of orders show a change, with many pages open (500 by default)
 * on one API process: all orders are paid, and then completed by an admin. Exits with code 1 when a page
 * received a change later than a second after it was written, or not at all.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { startStack } from '../../scripts/launcher/stack.ts'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { openPages } from './pages/open-pages.ts'
import { placeOrders } from './pages/place-orders.ts'

const promisedMs = 1_000
/** All pages and customers share one address, and place 500 orders at once. */
const limits = {
  LIMIT_PER_CALLER: '1000000',
  LIMIT_PER_ADDRESS: '1000000',
  LIMIT_ORDERS: '1000000',
  LIMIT_PAGES: '1000000',
  LIMIT_MEDIA: '1000000',
  LIMIT_CALLBACKS: '1000000',
  SOCKETS_PER_USER: '1000',
  SOCKETS_PER_ADDRESS: '10000',
  MAX_UNPAID: '1000',
}

await runMain(async () => {
  const count = Number(process.argv[2] ?? 500)
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-pages-'))
  const reporter = { ...terminalReporter(), warn: () => {} }
  const env = { ...process.env, ...limits, PORT: '', PAYMENT_POLL_MS: '60000' }
  const stack = await startStack({ dataDir, env, reporter })
  try {
    const orders = await reporter.step(`Placing ${count} orders`, () => placeOrders(stack, count))
    const pages = await reporter.step('Opening their pages', () => openPages(orders.all))
    for (const { status, act } of [
      { status: 'Processing', act: orders.pay },
      { status: 'Completed', act: orders.complete },
    ] as const) {
      const own = monitorEventLoopDelay({ resolution: 10 })
      own.enable()
      await reporter.step(`Until all are ${status}`, act)
      const seen = await pages.whenAll(status, 30_000)
      own.disable()
      const late = seen.filter((ms) => ms > promisedMs).length + (count - seen.length)
      // This process's own maximum delay is not the shop's.
      const ownDelayMs = Math.round(own.max / 1e6)
      console.log(
        `${status}: ${timesText(seen)}, ${count - seen.length} never, ${late} late; up to ${ownDelayMs} ms here, at a load of ${loadavg()[0]?.toFixed(1)}`,
      )
      if (late > 0) process.exitCode = 1
    }
    pages.close()
    orders.close()
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

/** Formats times in ms. */
function timesText(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `${sorted.length} pages saw it, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the last ${sorted.at(-1) ?? 0} ms`
}
