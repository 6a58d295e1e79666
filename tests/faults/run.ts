/**
 * `npm run faults`: attacks the real shop, as processes, and checks the invariants afterwards. `--quick`
 * runs the short part of it, `--long` with ten times the orders, `--only 3,5` some scenarios, `--seed N`
 * repeats a run, `--verbose` prints the timeline also without a failure, `--report FILE` writes the result as JSON.
 */
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { sumUp } from './checker/check.ts'
import type { Outcome, Scale, Scenario } from './load/scenario.ts'
import { lastLine, reportOf, reportOutcome } from './report.ts'
import { isBad, runScenario } from './run-scenario.ts'
import { scenarios } from './scenarios/all.ts'

/**
 * Each has its own environment, and is idle more than it works. Where recovery times are measured it runs
 * alone.
 */
const sideBySide: Record<Scale, number> = { quick: 2, usual: 1, long: 1 }

await runMain(main)

async function main(): Promise<void> {
  const { chosen, scale, seed, isVerbose, report } = readArguments()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  console.log(`seed ${seed}, ${scale}: scenarios ${chosen.map(({ number }) => number).join(', ')}`)
  const outcomes: Outcome[] = []
  const waiting = [...chosen]
  const workOff = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      if (stopping.signal.aborted) return
      const outcome = await runScenario(scenario, { seed, scale, signal: stopping.signal })
      outcomes.push(outcome)
      reportOutcome(outcome, seed, isVerbose)
    }
  }
  await Promise.all(Array.from({ length: sideBySide[scale] }, workOff))
  console.log(`\n${lastLine(outcomes, chosen.length)}`)
  if (report !== undefined) await writeFile(report, JSON.stringify(reportOf(outcomes, seed)))
  const { lost, deliveredTwice, paiseAdrift } = sumUp(outcomes.flatMap(({ violations }) => violations))
  const isComplete = outcomes.length === chosen.length && !outcomes.some(isBad)
  if (!isComplete || lost + deliveredTwice + paiseAdrift > 0) process.exitCode = 1
}

type Arguments = {
  chosen: Scenario[]
  scale: Scale
  seed: number
  isVerbose: boolean
  report: string | undefined
}

function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      seed: { type: 'string' },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      report: { type: 'string' },
    },
  })
  if (values.quick && values.long) throw new CliError('Choose --quick or --long.')
  const scale: Scale = values.quick ? 'quick' : values.long ? 'long' : 'usual'
  const numbers = values.only?.split(',').map(Number)
  const unknown = numbers?.find((number) => !scenarios.some((one) => one.number === number))
  if (unknown !== undefined) throw new CliError(`There is no scenario ${unknown}.`)
  const wanted = ({ number, quick }: Scenario) =>
    numbers ? numbers.includes(number) : quick || !values.quick
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new CliError('--seed is a whole number.')
  const { verbose: isVerbose, report } = values
  return { chosen: scenarios.filter(wanted), scale, seed, isVerbose, report }
}
