import { type Ran, type RunOptions, runProgram } from '../../../scripts/services/run-program.ts'

const interruption = new AbortController()
export const interrupted = interruption.signal

/** On Ctrl-C running programs are ended and no other is started, so that what the run has made is taken down at once. */
export function interruptOnSignal(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      process.exitCode = 1
      interruption.abort()
    })
}

/** Runs a program, unless the run is interrupted. */
export const runUninterrupted = (command: string, args: string[], options: RunOptions = {}): Promise<Ran> =>
  runProgram(command, args, { ...options, signal: interrupted })
