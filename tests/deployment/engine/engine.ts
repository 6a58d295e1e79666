import { runProgram } from '../../../scripts/services/run-program.ts'

/** How a client's command ended, and what it printed. */
export interface Ran {
  code: number
  output: string
}

export interface ClientOptions {
  timeoutMs?: number
  env?: Record<string, string>
  /** A file that becomes the standard input. */
  input?: string
}

/** A container engine with its two clients. */
export interface Engine {
  /** For the terminal: its version, and whether it was there already. */
  description: string
  /** Brought up by this run: it has no registry, so its images are made here. */
  isOwn: boolean
  docker(args: readonly string[], options?: ClientOptions): Promise<Ran>
  compose(args: readonly string[], options?: ClientOptions): Promise<Ran>
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
): Pick<Engine, 'docker' | 'compose'> {
  const runClient =
    (client: string[]) =>
    (
      args: readonly string[],
      { input, timeoutMs = 120_000, ...options }: ClientOptions = {},
    ): Promise<Ran> => {
      const command = [...client, ...args]
      const whole = input === undefined ? command : ['sh', '-c', readFromFile, 'sh', input, ...command]
      const [program = '', ...rest] = [...prefix, ...whole]
      return runProgram(program, rest, { timeoutMs, env: { ...ofTheClients(), ...env, ...options.env } })
    }
  return { docker: runClient(docker), compose: runClient(compose) }
}

/** @throws with the end of its output when the command fails */
export async function succeed(what: string, running: Promise<Ran>): Promise<string> {
  const { code, output } = await running
  if (code !== 0) throw new Error(`${what} failed (${code}):\n${output.slice(-4_000)}`)
  return output
}
