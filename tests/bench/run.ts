/**
 * `npm run bench`: what the shop costs, compared with the least possible; `npm run bench -- orders,lists`
 * some of it, `--quick` an estimate; `orders --profile` where the time goes. Prints a table and writes
 * `bench.json`. docs/benches.md says what each measures and how.
 */
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { endOnSignals } from './kit/interrupted.ts'
import { runSuites } from './run-suites.ts'
import { suites } from './suites.ts'

await runMain(async () => {
  endOnSignals()
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      data: { type: 'string' },
      out: { type: 'string', default: 'bench.json' },
    },
  })
  const names = positionals.flatMap((one) => one.split(',')).filter((one) => one !== '')
  const unknown = names.filter((name) => !(name in suites))
  if (unknown.length > 0) {
    throw new CliError(
      `There is no bench ${unknown.join(', ')}. There are:\n${Object.entries(suites)
        .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
        .join('\n')}`,
    )
  }
  const { quick, smoke, out, ...rest } = values
  const options = { ...rest, amount: smoke ? 'smoke' : quick ? 'quick' : 'whole' } as const
  const chosen = names.length > 0 ? names : Object.keys(suites)
  if (!(await runSuites(chosen, options, out))) process.exitCode = 1
})
