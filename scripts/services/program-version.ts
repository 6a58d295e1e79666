import { lastLine, runProgram } from './run-program.ts'
import type { Finding, Program } from './source-chain.ts'

export interface VersionRule {
  /** Finds the version in what the program prints for `flag`. */
  pattern: RegExp
  /** Default `--version`. */
  flag?: string
  /** The oldest supported version, as `6.0`. */
  minimum: string
}

/** Asks the program for its version: proves that the program starts on this machine and is new enough. */
export async function tryProgram(program: Omit<Program, 'version'>, rule: VersionRule): Promise<Finding> {
  const ran = await runProgram(program.path, [rule.flag ?? '--version'], {
    env: withLibraries(process.env, program.libraries),
    timeoutMs: 15_000,
  })
  if (ran.code !== 0) return { passedOver: `it does not run here (${lastLine(ran.output)})` }
  const version = rule.pattern.exec(ran.output)?.[1]
  if (!version) return { passedOver: 'it does not say its version' }
  if (isOlder(version, rule.minimum))
    return { passedOver: `it is ${version}, ${rule.minimum} or newer is needed` }
  return { found: { ...program, version } }
}

/** The environment with a folder of shared libraries first in its path. */
export function withLibraries(env: NodeJS.ProcessEnv, libraries: string | undefined): NodeJS.ProcessEnv {
  if (!libraries) return env
  return { ...env, LD_LIBRARY_PATH: [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(':') }
}

export function isOlder(version: string, minimum: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of minimum.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part < wanted
  }
  return false
}
