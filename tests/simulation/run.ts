/**
 * `npm run simulate -- --schedules 10000 --seed 1`: runs random schedules of purchases against the
 * product's own rules, beginning with the seed. `--trace` prints the events of the first of them, or of a
 * failed one.
 */
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { type Played, play } from './schedule.ts'

/** Number of failed schedules that are printed. */
const maxShown = 5

await runMain(async () => {
  const { schedules, seed, trace } = readArguments()
  const startedAt = performance.now()
  const total = { steps: 0, crashes: 0, failed: 0 }
  for (let one = seed; one < seed + schedules; one += 1) {
    const played = play(one)
    total.steps += played.steps
    total.crashes += played.crashes
    total.failed += played.violations.length > 0 ? 1 : 0
    if (isShown(played, { failed: total.failed, isOnly: schedules === 1 && trace })) print(played, trace)
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const { failed, steps, crashes } = total
  console.log(
    `${schedules} schedules, ${steps} steps, ${crashes} crashes in ${seconds} s: ${failed} violate a rule`,
  )
  if (failed === 0) return
  console.log('Again with what happened: npm run simulate -- --schedules 1 --trace --seed N')
  process.exitCode = 1
})

function isShown({ violations }: Played, { failed, isOnly }: { failed: number; isOnly: boolean }): boolean {
  return isOnly || (violations.length > 0 && failed <= maxShown)
}

function print({ seed, violations, trace }: Played, isTraced: boolean): void {
  console.log([`seed ${seed}:`, ...violations, ...(isTraced ? trace : [])].join('\n  '))
}

function readArguments(): { schedules: number; seed: number; trace: boolean } {
  const { values } = parseArgs({
    options: {
      schedules: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      trace: { type: 'boolean', default: false },
    },
  })
  const [schedules, seed] = [Number(values.schedules), Number(values.seed)]
  if (![schedules, seed].every((value) => Number.isSafeInteger(value) && value >= 0) || schedules < 1)
    throw new CliError('--schedules and --seed are whole numbers.')
  return { schedules, seed, trace: values.trace }
}
