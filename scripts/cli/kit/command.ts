import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type * as z from 'zod'

/** What a command can use. Connections are opened when they are asked for, and closed when the command has ended. */
export type CliContext = {
  /** The settings as given: the environment, with `.env` where there is one. */
  settings: NodeJS.ProcessEnv
  /** The parsed settings. @throws CliError that names all that are missing or wrong */
  env(): Env
  /**
   * Connects to MongoDB. `isShopProcess`: counted with api and workers, without which nothing is restored.
   * @throws CliError when there is no database
   */
  database(options?: { isShopProcess?: boolean }): Promise<Database>
  /** Connects to MongoDB, Redis and the vendors. Redis may be unavailable. @throws as `env` and `database` */
  deps(): Promise<Deps>
  /** Reads one line of standard input, without echo; empty at its end. `prompt`: for a terminal; by default a password's. */
  ask(prompt?: string): Promise<string>
  /** Prints progress, apart from the result. */
  report(line: string): void
}

/** `name`: how the terminal calls it. */
export type Database = { clock: Clock; name: string }

/** What a command did or found. */
export type Outcome = {
  /** Printed as JSON by `--json`. */
  value: unknown
  /** Printed otherwise. */
  text: string
  /** 1 when what was checked is not in order. */
  exitCode?: 0 | 1
}

/** One command. Bad input is refused by its schema before anything is connected. */
export type Command = {
  /** `order:show` */
  name: string
  /** One line for the list of commands. */
  summary: string
  /** The parameters of an example, for the help. */
  example: string
  /**
   * Descriptions by parameter: `<order>` is a required argument, `[queue]` an optional one, `--reason <text>` an
   * option with a value, `--dry-run` one without.
   */
  parameters: Readonly<Record<string, string>>
  /** Of the values by camel-case name, as text; an option without a value is `true`. */
  input: z.ZodType
  run(context: CliContext, input: never): Promise<Outcome>
}

/** Checks that `run` takes what the schema gives. */
export const defineCommand = <Schema extends z.ZodType>(
  command: Omit<Command, 'input' | 'run'> & {
    input: Schema
    run(context: CliContext, input: z.output<Schema>): Promise<Outcome>
  },
): Command => command
