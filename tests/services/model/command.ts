import { expect } from 'vitest'
import { violations } from './invariants.ts'
import type { ModelEnvironment } from './model-environment.ts'

export type Act = (environment: ModelEnvironment) => Promise<unknown>

/** An action that can be applied to the shop at any time, though it may have no effect. */
export type Command = { run(environment: ModelEnvironment): Promise<void>; toString(): string }

/** The shop itself is the model: the invariants must hold in it after each command. */
export function command(text: string, action: Act): Command {
  return {
    async run(environment) {
      await action(environment)
      expect(await violations(environment), text).toEqual([])
    },
    toString: () => text,
  }
}
