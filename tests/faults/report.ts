import type { NamedReport } from '../runner/counts.ts'
import { sumUp } from './checker/check.ts'
import type { Violation } from './load/evidence.ts'
import type { Outcome } from './load/scenario.ts'
import { isBad } from './run-scenario.ts'

const maxShown = 12
const maxTimeline = 150

/** Prints a scenario's result; a failed one with its seed, what was wrong, and the timeline. */
export function reportOutcome(outcome: Outcome, seed: number, isVerbose: boolean): void {
  reportRun(outcome, {
    isVerbose,
    again: `npm run faults -- --only ${outcome.scenario.number} --seed ${seed}`,
  })
}

/** @param again the command that repeats the run */
export function reportRun(
  outcome: Outcome,
  { isVerbose, again }: { isVerbose: boolean; again: string },
): void {
  const { scenario, orders, ms, recoveries } = outcome
  const mark = isBad(outcome) ? '✗' : '✓'
  const number = String(scenario.number).padStart(2)
  console.log(`${mark} ${number} ${scenario.title}: ${orders} orders, ${(ms / 1000).toFixed(1)} s`)
  for (const { what, ms: took } of recoveries) console.log(`      ${what}: ${(took / 1000).toFixed(2)} s`)
  if (isBad(outcome)) explain(outcome, again)
  else if (isVerbose) for (const line of outcome.notes) console.log(`   ${line}`)
}

function explain({ violations, complaints, timeline }: Outcome, again: string): void {
  console.log(`   again with: ${again}`)
  for (const complaint of complaints) console.log(`   · ${complaint}`)
  for (const { rule, about, what } of violations.slice(0, maxShown))
    console.log(`   · ${rule} ${about}: ${what}`)
  if (violations.length > maxShown) console.log(`   · and ${countByRule(violations.slice(maxShown))} more`)
  console.log('   timeline of the faults, and of the first orders concerned:')
  for (const line of timeline.slice(0, maxTimeline)) console.log(`   ${line}`)
  if (timeline.length > maxTimeline) console.log(`   … ${timeline.length - maxTimeline} more lines`)
}

/** What `--report` writes: a failed scenario with its seed, its complaints and what its rules found. */
export function reportOf(outcomes: readonly Outcome[], seed: number): NamedReport {
  const bad = outcomes.filter(isBad)
  return {
    passed: outcomes.length - bad.length,
    failed: bad.map(({ scenario, complaints, violations }) => ({
      name: `faults ${scenario.number} with seed ${seed}: ${scenario.title}`,
      reason: [...complaints, ...violations.map(({ rule, about, what }) => `${rule} ${about}: ${what}`)].join(
        '; ',
      ),
    })),
  }
}

/** `faults: 12 of 12 scenarios, N orders, 0 lost, 0 delivered twice, 0 paise adrift` */
export function lastLine(outcomes: readonly Outcome[], asked: number): string {
  const good = outcomes.filter((outcome) => !isBad(outcome)).length
  const orders = outcomes.reduce((sum, outcome) => sum + outcome.orders, 0)
  const { lost, deliveredTwice, paiseAdrift } = sumUp(outcomes.flatMap(({ violations }) => violations))
  return `faults: ${good} of ${asked} scenarios, ${orders} orders, ${lost} lost, ${deliveredTwice} delivered twice, ${paiseAdrift} paise adrift`
}

/** `12 × I4, 3 × I12`. */
const countByRule = (violations: readonly Violation[]): string =>
  [...Map.groupBy(violations, ({ rule }) => rule)].map(([rule, of]) => `${of.length} × ${rule}`).join(', ')
