import { expect } from 'vitest'
import { violations } from './invariants.ts'
import type { ModelEnvironment } from './model-environment.ts'

export type Act = (environment: ModelEnvironment) => Promise<unknown>

/** Something that can be done to the shop at any time, though it may find nothing to do. */
export type Command = { run(environment: ModelEnvironment): Promise<void>; toString(): string }

/** The shop itself is the model: what is expected is what must hold in it after each command. */
export function command(text: string, action: Act): Command {
  return {
    async run(environment) {
      await action(environment)
      expect(await violations(environment), text).toEqual([])
    },
    toString: () => text,
  }
}
