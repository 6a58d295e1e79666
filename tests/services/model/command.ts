import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import { breaches } from './invariants.ts'
import type { ModelWorld } from './model-world.ts'

export type Act = (world: ModelWorld) => Promise<unknown>

/** The shop itself is the model: what is expected is what must hold in it after each command. */
export type ModelCommand = AsyncCommand<Record<string, never>, ModelWorld>

/** A command that can always be given, though it may find nothing to do. */
export function command(text: string, act: Act): ModelCommand {
  return {
    check: () => true,
    async run(_model, world) {
      await act(world)
      expect(await breaches(world), text).toEqual([])
    },
    toString: () => text,
  }
}
