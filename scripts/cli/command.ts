import type { Operator } from '@jhatpat/shared/domain/staff/index.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Publisher } from '@jhatpat/shared/platform/realtime.ts'

/** What stands behind `--name`; each is checked by `read-arguments.ts`. */
export type OptionName = 'user' | 'email' | 'name' | 'mobile' | 'role' | 'staff-role' | 'reason'
export type Given = Partial<Record<OptionName, string>>

export type CliDeps = { clock: Clock; publisher: Publisher; by: Operator }

/** One thing that an operator can do. */
export type Command = {
  /** `user:create` */
  name: string
  does: string
  example: string
  /** All of them must be given. */
  options: readonly OptionName[]
  /** May be given beside them. */
  mayHave?: readonly OptionName[]
  /** What is asked for with `ask`, before anything is connected. */
  prepare?(ask: () => Promise<string>): Promise<string>
  /** @returns what was done, in words */
  run(deps: CliDeps, given: Given, prepared?: string): Promise<string>
}
