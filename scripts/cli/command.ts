import type { Operator } from '@jhatpat/shared/domain/staff/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Publisher } from '@jhatpat/shared/platform/realtime.ts'

/** The options of all commands; `read-arguments.ts` validates each. */
export type OptionName = 'user' | 'email' | 'name' | 'mobile' | 'role' | 'staff-role' | 'reason'
export type Given = Partial<Record<OptionName, string>>

export type CliDeps = { clock: Clock; publisher: Publisher; by: Operator }

/** One command of an operator. */
export type Command = {
  /** `user:create` */
  name: string
  does: string
  example: string
  /** Required options. */
  options: readonly OptionName[]
  /** Optional options. */
  mayHave?: readonly OptionName[]
  /** Asks for further input with `ask`, before any connection is opened. */
  prepare?(ask: () => Promise<string>): Promise<string>
  /** @returns a sentence that says what was done */
  run(deps: CliDeps, given: Given, prepared?: string): Promise<string>
}
