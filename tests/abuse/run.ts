/**
 * `npm run abuse`: starts a whole shop as a newcomer does and runs attacks against it over HTTP from the
 * loopback address, while a customer keeps buying. Prints one table; exits with code 1 where a figure
 * exceeds its limit. `--shop <folder>` attacks the shop of another checkout of this project; names of
 * attacks with commas between run only those. docs/how-to/abuse.md explains each limit.
 */
import { availableParallelism, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { elapsed } from '../../scripts/launcher/reporter.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { endOnSignals, interrupted } from '../bench/kit/interrupted.ts'
import { linesOf } from '../bench/kit/rows.ts'
import type { Row } from '../bench/kit/suite.ts'
import { attacks } from './attacks.ts'
import type { AttackedShop } from './kit/attack.ts'
import { isWithinLimits } from './kit/limits.ts'
import { NotMeasurable } from './kit/not-measurable.ts'
import { startAttackedShop } from './kit/start-shop.ts'
import { startTrueCustomer } from './kit/true-customer.ts'

/** An attack that takes longer is a finding itself, and the whole run ends within six minutes. */
const attackMs = 90_000
const wholeMs = 330_000
const root = resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  options: { shop: { type: 'string' } },
  allowPositionals: true,
})
const isOtherShop = values.shop !== undefined
const startedAt = performance.now()

await runMain(async () => {
  if (process.platform !== 'linux')
    throw new CliError('Memory and processor time are read from /proc: Linux only.')
  endOnSignals()
  const names = namesOf(positionals)
  const { shop, stop } = await startAttackedShop(resolve(root, values.shop ?? '.'))
  try {
    console.log(`  Shop ready after ${elapsed(startedAt)}`)
    const rows = await attack(shop, names)
    print(rows)
    const isWithin = isWithinLimits(rows)
    const load = loadavg()[0]?.toFixed(1)
    const where = `${availableParallelism()} cores at a load of ${load}, ${elapsed(startedAt)}`
    console.log(`abuse: ${isWithin ? 'within all limits' : 'LIMITS EXCEEDED'}, ${where}`)
    if (!isWithin) process.exitCode = 1
  } finally {
    await stop()
  }
})

function namesOf(given: readonly string[]): string[] {
  const names = given.flatMap((text) => text.split(',')).filter(Boolean)
  const known = Object.keys(attacks)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new CliError(`No attack ${unknown}: there are ${known.join(', ')}.`)
  return names.length > 0 ? names : known
}

async function attack(shop: AttackedShop, names: readonly string[]): Promise<Row[]> {
  const { p99, max } = shop.quiet.loop
  const line = linesOf('quiet')
  const rows = [line.info('event loop late, p99 ms', p99), line.info('event loop late, max ms', max)]
  const stopCustomer = startTrueCustomer(shop.origin, shop.people.asha)
  for (const name of names) {
    console.log(`  ${name}: ${attacks[name]?.about}`)
    const begunAt = performance.now()
    rows.push(...(await rowsOf(shop, name)))
    console.log(`  ${name} took ${elapsed(begunAt)}`)
  }
  rows.push(...(await stopCustomer()))
  return rows
}

async function rowsOf(shop: AttackedShop, name: string): Promise<Row[]> {
  const timeoutMs = Math.min(attackMs, Math.max(0, startedAt + wholeMs - performance.now()))
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new CliError(`It took more than ${Math.round(timeoutMs / 1_000)} s.`)
  })
  interrupted.throwIfAborted()
  try {
    return (await Promise.race([attacks[name]?.run(shop), late])) ?? []
  } catch (error) {
    interrupted.throwIfAborted()
    console.error(error instanceof CliError ? `  ${error.message}` : error)
    const isLacking = error instanceof NotMeasurable && isOtherShop
    const measure = isLacking ? 'not measurable in this shop' : 'did not run to its end'
    return [{ of: name, measure, value: Number.NaN, goal: '', well: isLacking ? null : false }]
  }
}

/** A Markdown table, for use in a document. */
function print(rows: readonly Row[]): void {
  const cells = rows.map(({ of, measure, value, goal, well }) => {
    const mark = well === null ? '' : well ? 'pass' : 'MISS'
    return [of, measure, Number.isNaN(value) ? '–' : String(value), goal, mark]
  })
  const head = ['attack', 'measured', 'figure', 'limit', '']
  const widths = head.map((text, at) => Math.max(text.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  console.log(['', lineOf(head), rule, ...cells.map(lineOf), ''].join('\n'))
}
