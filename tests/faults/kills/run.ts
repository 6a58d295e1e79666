/**
 * `npm run kills -- --seed 1 --seconds 120`: kills, freezes and empties processes and servers under load on
 * a busy machine, all drawn from the seed, and checks the result as `npm run faults` does. `--runs 20` runs
 * that many seeds in a row.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../../scripts/processes/cli-error.ts'
import { sumUp } from '../checker/check.ts'
import type { Outcome } from '../load/scenario.ts'
import { reportRun } from '../report.ts'
import { isBad, runScenario } from '../run-scenario.ts'
import { randomKills } from './random-kills.ts'

await runMain(main)

async function main(): Promise<void> {
  const { seed: first, seconds, runs, isVerbose } = readArguments()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  const outcomes: Outcome[] = []
  for (let seed = first; seed < first + runs && !stopping.signal.aborted; seed += 1) {
    const options = { seed, scale: 'usual', signal: stopping.signal } as const
    const outcome = await runScenario(randomKills(seed, seconds), options)
    outcomes.push(outcome)
    reportRun(outcome, { isVerbose, again: `npm run kills -- --seed ${seed} --seconds ${seconds}` })
    for (const line of outcome.notes.filter((note) => note.includes('figures: ')))
      console.log(`     ${line.trim()}`)
  }
  const { lost, deliveredTwice, paiseAdrift } = sumUp(outcomes.flatMap(({ violations }) => violations))
  const good = outcomes.filter((outcome) => !isBad(outcome)).length
  console.log(
    `\nkills: ${good} of ${runs} runs, ${lost} lost, ${deliveredTwice} delivered twice, ${paiseAdrift} paise adrift`,
  )
  if (good < runs) process.exitCode = 1
}

function readArguments(): { seed: number; seconds: number; runs: number; isVerbose: boolean } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string', default: '120' },
      runs: { type: 'string', default: '1' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  const [seconds, runs] = [Number(values.seconds), Number(values.runs)]
  if (![seed, seconds, runs].every(Number.isSafeInteger))
    throw new CliError('--seed, --seconds and --runs are whole numbers.')
  if (seconds < 40 || runs < 1)
    throw new CliError('A run takes at least 40 seconds, and one run is the least.')
  return { seed, seconds, runs, isVerbose: values.verbose }
}
