import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { interrupted } from './kit/interrupted.ts'
import type { Result, Row, Suite, SuiteOptions } from './kit/suite.ts'
import { suites } from './suites.ts'

/**
 * Runs suites one after the other, each on its own databases, and reports all of them in one table and one
 * file. A failed suite is a missed row, and does not stop the others.
 * @param out path of the file
 * @returns whether no goal was missed
 */
export async function runSuites(
  names: readonly string[],
  asked: SuiteOptions,
  out: string,
): Promise<boolean> {
  const reporter = terminalReporter()
  const startedAt = new Date()
  const detail: Record<string, unknown> = {}
  const rows: Row[] = []
  for (const name of names) {
    interrupted.throwIfAborted()
    reporter.say(`\n  ${name}: ${suites[name]?.about}`)
    const [loadBefore, begunAt] = [loadavg()[0], performance.now()]
    const result = await resultOf(name, suites[name] as Suite, asked)
    rows.push(...result.rows)
    const seconds = Math.round((performance.now() - begunAt) / 1_000)
    reporter.say(`  ${name} took ${seconds} s`)
    detail[name] = { seconds, load: [loadBefore, loadavg()[0]], measured: result.detail }
    // After each suite, so that an interrupted run keeps its results.
    await writeFile(out, text({ startedAt, asked, rows, detail }))
  }
  console.table(rows.map(({ well, ...row }) => ({ ...row, '': mark(well) })))
  return rows.every(({ well }) => well !== false)
}

async function resultOf(name: string, suite: Suite, asked: SuiteOptions): Promise<Result> {
  try {
    return await suite.run(asked)
  } catch (error) {
    console.error(error instanceof CliError ? error.message : error)
    const failed = {
      of: '',
      measure: `${name} did not run to its end`,
      value: Number.NaN,
      goal: '',
      well: false,
    }
    return { rows: [failed], detail: { failed: String(error) } }
  }
}

const mark = (well: boolean | null) => (well === null ? '' : well ? 'pass' : 'MISS')

type SuiteRun = { startedAt: Date; asked: SuiteOptions; rows: Row[]; detail: unknown }

function text({ startedAt, ...rest }: SuiteRun): string {
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    os: process.platform,
  }
  const times = { startedAt, endedAt: new Date() }
  return `${JSON.stringify({ ...times, machine, ...rest }, null, 2)}\n`
}
