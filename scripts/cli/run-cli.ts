import { MissingSecretKeyError } from '@jhatpat/shared/domain/audit/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { Command as Commander, CommanderError } from 'commander'
import type * as z from 'zod'
import { CliError } from '../processes/cli-error.ts'
import { commands } from './commands.ts'
import type { CliContext, Command } from './kit/command.ts'
import { Fault } from './kit/fault.ts'

/** Where a command prints. */
export type Output = { stdout(text: string): void; stderr(text: string): void }

/** Codes with which a command ends: bad input and refusals change nothing. */
export const exitCodes = { done: 0, fault: 1, refused: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * Runs the command that the arguments name. Its result goes to `stdout`, as text or with `--json` as one JSON value;
 * an error goes to `stderr` as a sentence.
 */
export async function runCli(
  args: readonly string[],
  { output, context }: { output: Output; context: CliContext },
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const program = createProgram(output, async (command, values, isJson) => {
    const {
      value,
      text,
      exitCode: code = exitCodes.done,
    } = await command.run(context, parseInput(command, values) as never)
    output.stdout(isJson ? `${JSON.stringify(value, null, 2)}\n` : `${text.trimEnd()}\n`)
    exitCode = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // The help is printed already, and so is a fault of the command line.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.refused
    output.stderr(`${sentenceOf(error)}\n`)
    return isRefusal(error) ? exitCodes.refused : exitCodes.fault
  }
}

type Run = (command: Command, values: Record<string, unknown>, isJson: boolean) => Promise<void>

function createProgram(output: Output, run: Run): Commander {
  const program = new Commander('npm run cli --')
    .usage('COMMAND [options]')
    .description(
      'The operator’s commands. Exit codes: 0 done, 1 a fault or something is not in order, 2 refused: nothing was changed.',
    )
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: output.stdout,
      writeErr: output.stderr,
      outputError: (text, write) => write(commandLineFault(text)),
    })
  for (const command of commands) addCommand(program, command, run)
  return program
}

function addCommand(program: Commander, { name, summary, example, parameters, ...rest }: Command, run: Run) {
  const added = program
    .command(name)
    .summary(summary)
    .description(`${sentence(summary)}\n\nExample: npm run cli -- ${name} ${example}`.trimEnd())
  const positionals: string[] = []
  for (const [flags, description] of Object.entries(parameters)) {
    if (flags.startsWith('--')) added.option(flags, description)
    else {
      added.argument(flags, description)
      positionals.push(argumentName(flags))
    }
  }
  added.option('--json', 'print the result as one JSON value')
  added.action(async () => {
    const { json = false, ...options } = added.opts<{ json?: boolean }>()
    const given = positionals.flatMap((key, index) => {
      const value = added.args[index]
      return value === undefined ? [] : [[key, value] as const]
    })
    await run(
      { name, summary, example, parameters, ...rest },
      { ...options, ...Object.fromEntries(given) },
      json,
    )
  })
}

/** `[supplier-account]` → `supplierAccount` */
const argumentName = (flags: string): string =>
  flags.replace(/^[<[](.+?)[>\]]$/, '$1').replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Commander's `error: unknown option '--x'` as a sentence. */
function commandLineFault(text: string): string {
  const [first = '', ...more] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n')
  return `${[sentence(first.replace(/\.$/, '')), ...more].join('\n')}\n`
}

/** @throws CliError that names every parameter that is missing or wrong */
function parseInput({ name, example, parameters, input }: Command, values: Record<string, unknown>): unknown {
  const parsed = input.safeParse(values)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => faultText(issue, Object.keys(parameters)))
  throw new CliError(`${faults.join('; ')}. For example:\n  npm run cli -- ${name} ${example}`)
}

function faultText({ path, message }: z.core.$ZodIssue, parameters: readonly string[]): string {
  const key = String(path[0] ?? '')
  const option = parameters.find((flags) => flags.startsWith('--') && optionName(flags) === key)
  return [option?.split(' ')[0] ?? key, message].filter(Boolean).join(' ')
}

const optionName = (flags: string) => argumentName((flags.split(' ')[0] ?? '').replace('--', ''))

/** Nothing was changed: the input, the state or a permission does not allow it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CliError ||
  error instanceof MissingSecretKeyError ||
  (error instanceof AppError && error.status < 500)

/** What an operator can act on is one sentence; anything else is printed with its stack. */
function sentenceOf(error: unknown): string {
  if ([CliError, MissingSecretKeyError, AppError, Fault].some((kind) => error instanceof kind))
    return (error as Error).message
  const advice = startupAdvice(error)
  const isUnavailable = advice !== (error as Error).message
  return isUnavailable ? advice : ((error as Error).stack ?? advice)
}
