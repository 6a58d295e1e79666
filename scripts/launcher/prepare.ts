import { join } from 'node:path'
import { CliError } from '../processes/cli-error.ts'
import { runProgram } from '../services/run-program.ts'
import type { LaunchOptions } from './launch-options.ts'
import { readLogLine } from './log-lines.ts'

/** A login of the demo. */
export interface Login {
  /** The person's role: `customer`. */
  who: string
  /** What to type, as `9000000001 / password`. */
  with: string
}

/**
 * Runs `scripts/prepare-database.ts` and returns the logins of its last line. Demo data is loaded only when
 * no provider is real.
 */
export async function prepareDatabase(
  { root, real }: LaunchOptions,
  env: NodeJS.ProcessEnv,
): Promise<Login[]> {
  const demo = env.NODE_ENV === 'production' || real.length > 0 ? [] : ['--demo-data']
  const script = join(root, 'scripts', 'prepare-database.ts')
  const ran = await runProgram(process.execPath, [script, ...demo], { cwd: root, env, timeoutMs: 120_000 })
  const lines = ran.output.split('\n')
  if (ran.code !== 0) {
    const shown = lines.map((line) => readLogLine(line, 'stderr').shown).filter(Boolean)
    throw new CliError(`Could not update the database:\n${shown.slice(-12).join('\n')}`)
  }
  const last = lines.findLast((line) => line.startsWith('{') && line.includes('"logins"'))
  return last ? (JSON.parse(last) as { logins: Login[] }).logins : []
}
