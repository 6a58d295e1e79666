/**
 * `npm run mutants`: applies one mutant after the other to a copy of the source and prints which test
 * catches it. `--seed N` repeats a run's order and its random tests, `--only text` takes the mutants whose
 * name contains it; `--only 'one|two'` those that contain one of several. `--core` takes those of money,
 * suppliers and permissions, which CI runs each time, `--rest` the others. `--part 1/8` takes the first eighth of these,
 * in the order of their tests, so that a test file is in few parts: parts can run at the same time, or on other days. `--report FILE` writes the result as JSON.
 */
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { provideTestServices } from '../../scripts/services/provide.ts'
import { allMutants } from './all-mutants.ts'
import { coreMutants } from './core-mutants.ts'
import { runTests, type Verdict } from './run-tests.ts'
import { copySource, type SourceCopy } from './source-copy.ts'
import type { Mutant } from './tree/mutant.ts'

type Missed = { name: string; reason: string }

type Trial = { copy: SourceCopy; env: NodeJS.ProcessEnv; signal: AbortSignal }

await runMain(main)

async function main(): Promise<void> {
  const { seed, mutants, report } = readArguments()
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())
  console.log(`seed ${seed}, ${mutants.length} mutants`)
  const copy = await copySource()
  const services = await provideTestServices()
  try {
    const env = {
      ...process.env,
      MONGODB_URI: services.mongodbUri,
      REDIS_URL: services.redisUrl,
      MODEL_SEED: String(seed),
      MODEL_RUNS: '16',
      NO_COLOR: '1',
    }
    const missed = await tryAll(mutants, { copy, env, signal: stopping.signal })
    if (report) await writeFile(report, JSON.stringify({ caught: mutants.length - missed.length, missed }))
  } finally {
    await services.stop()
    await copy.remove()
  }
}

/** @returns the mutants that no test caught, and those that a signal left untried */
async function tryAll(mutants: readonly Mutant[], trial: Trial): Promise<Missed[]> {
  for (const mutant of mutants) await (await trial.copy.apply(mutant))()
  await requireGoodTests(mutants, trial)
  const width = Math.max(...mutants.map(({ name }) => name.length))
  const missed: Missed[] = []
  for (const mutant of mutants) {
    if (trial.signal.aborted) {
      missed.push({ name: mutant.name, reason: 'NOT TRIED' })
      continue
    }
    const startedAt = performance.now()
    const { ran, firstFailure, output } = await tryOne(mutant, trial)
    const by = firstFailure ?? (ran === 0 ? `NOT TESTED: no test ran\n${output}` : 'NOT CAUGHT')
    if (!firstFailure) missed.push({ name: mutant.name, reason: by })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.log(`${firstFailure ? '✓' : '✗'} ${mutant.name.padEnd(width)}  ${seconds.padStart(5)} s  ${by}`)
  }
  console.log(`\nmutants: ${mutants.length - missed.length} of ${mutants.length} caught`)
  if (missed.length > 0) process.exitCode = 1
  return missed
}

/** Tests that fail without a mutant would seem to catch every mutant. */
async function requireGoodTests(mutants: readonly Mutant[], { copy, ...trial }: Trial): Promise<void> {
  const startedAt = performance.now()
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  const verdict = await runTests(copy.folder, tests, { ...trial, stopEarly: false })
  if (verdict.ran === 0 || verdict.firstFailure) {
    const what = verdict.firstFailure ?? 'no test ran'
    throw new CliError(`The tests fail without any mutant: ${what}.\n\n${verdict.output}`)
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${verdict.ran} tests pass without a mutant (${seconds} s)\n`)
}

async function tryOne(mutant: Mutant, { copy, ...trial }: Trial): Promise<Verdict> {
  const undoCompletion = await copy.apply(mutant)
  try {
    // Under CI a failed test is retried, which would only cost time here.
    const env = { ...trial.env, CI: '' }
    return await runTests(copy.folder, mutant.tests, { ...trial, env, stopEarly: true })
  } finally {
    await undoCompletion()
  }
}

function readArguments(): { seed: number; mutants: Mutant[]; report: string | undefined } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      only: { type: 'string' },
      report: { type: 'string' },
      core: { type: 'boolean' },
      rest: { type: 'boolean' },
      part: { type: 'string', default: '1/1' },
    },
  })
  const [part = 0, parts = 0] = values.part.split('/').map(Number)
  if (!(part >= 1 && part <= parts)) throw new CliError('--part is two numbers, such as 1/2.')
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new CliError('--seed is a whole number.')
  const wanted = (values.only ?? '').split('|')
  const listed = values.core
    ? coreMutants
    : allMutants.filter((one) => !values.rest || !coreMutants.includes(one))
  const selected = listed
    .filter(({ name }) => wanted.some((text) => name.includes(text)))
    .toSorted((a, b) => a.tests.join().localeCompare(b.tests.join()))
  const end = (which: number) => Math.round((selected.length * which) / parts)
  const mutants = selected.slice(end(part - 1), end(part))
  if (mutants.length === 0) throw new CliError(`No mutant's name holds "${values.only}".`)
  return { seed, mutants: shuffled(mutants, seed), report: values.report }
}

/** The same order for the same seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const keyed = list.map((one, index) => ({ one, key: Math.sin(seed + index * 12.9898) * 43_758.5453 }))
  return keyed.sort((a, b) => (a.key % 1) - (b.key % 1)).map(({ one }) => one)
}
