import { runCli } from '../../scripts/cli/run-cli.ts'
import type { Service } from './service-harness.ts'

type CliAnswer = { code: number; stdout: string; stderr: string }

/** Runs an operator's command in this process, with the service's connections and without settings. */
export async function runCliIn(
  { env, deps, clock }: Pick<Service, 'env' | 'deps' | 'clock'>,
  args: readonly string[],
  stdin = '',
): Promise<CliAnswer> {
  const printed = { stdout: '', stderr: '' }
  const code = await runCli(args, {
    output: {
      stdout: (text) => {
        printed.stdout += text
      },
      stderr: (text) => {
        printed.stderr += text
      },
    },
    context: {
      settings: {},
      env: () => env,
      database: async () => ({ clock, name: 'the test' }),
      deps: async () => deps,
      ask: async () => stdin,
      report: (line) => {
        printed.stderr += `${line}\n`
      },
    },
  })
  return { code, ...printed }
}
