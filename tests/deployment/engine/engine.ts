import { type Ran, runProgram } from '../../../scripts/services/run-program.ts'
import { runUninterrupted } from './interruption.ts'

export interface ClientOptions {
  timeoutMs?: number
  env?: Record<string, string>
  /** A file that becomes the standard input. */
  input?: string
  /** Takes down what the run has made: also when it is interrupted. */
  isCleanUp?: boolean
}

/** A container engine with its two clients. */
export interface Engine {
  /** For the terminal: its version, and whether it was there already. */
  description: string
  /** Brought up by this run: it has no registry, so its images are made here. */
  isOwn: boolean
  docker(args: readonly string[], options?: ClientOptions): Promise<Ran>
  compose(args: readonly string[], options?: ClientOptions): Promise<Ran>
  /** A script that runs its arguments as `docker …` or `docker compose …`, for programs that look for Docker themselves. */
  script: string
  /** What to run so that a program of this machine reaches the engine and the ports that containers publish. */
  program(command: readonly string[]): { command: string[]; env: Record<string, string> }
  stop(): Promise<void>
}

/** Compose would take every setting of the shop that is in the environment. */
const known = /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|XDG_\w+|(DOCKER|CONTAINER|SSH)_\w+|(HTTPS?|NO)_PROXY)$/i
const ofTheClients = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => known.test(name)))

const readFromFile = 'input=$1; shift; exec "$@" < "$input"'

/** The two clients, each behind a prefix that enters the engine's namespaces where it has some. */
export function clients(
  prefix: readonly string[],
  { docker, compose, env = {} }: { docker: string[]; compose: string[]; env?: Record<string, string> },
): Pick<Engine, 'docker' | 'compose' | 'script'> {
  const runClient =
    (client: string[]) =>
    (
      args: readonly string[],
      { input, timeoutMs = 120_000, isCleanUp = false, ...options }: ClientOptions = {},
    ): Promise<Ran> => {
      const command = [...client, ...args]
      const whole = input === undefined ? command : ['sh', '-c', readFromFile, 'sh', input, ...command]
      const [program = '', ...rest] = [...prefix, ...whole]
      const run = isCleanUp ? runProgram : runUninterrupted
      return run(program, rest, { timeoutMs, env: { ...ofTheClients(), ...env, ...options.env } })
    }
  const words = (client: string[]) => [...prefix, ...client].map((word) => `'${word}'`).join(' ')
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`)
  return {
    docker: runClient(docker),
    compose: runClient(compose),
    script: [
      '#!/bin/sh',
      ...exports,
      `[ "$1" != compose ] || { shift; exec ${words(compose)} "$@"; }`,
      `exec ${words(docker)} "$@"`,
      '',
    ].join('\n'),
  }
}

/** @throws with the end of its output when the command fails */
export async function succeed(what: string, running: Promise<Ran>): Promise<string> {
  const { code, output } = await running
  if (code !== 0) throw new Error(`${what} failed (${code}):\n${output.slice(-4_000)}`)
  return output
}
