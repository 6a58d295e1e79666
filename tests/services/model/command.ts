import { expect } from 'vitest'
import { breaches } from './invariants.ts'
import type { ModelWorld } from './model-world.ts'

export type Act = (world: ModelWorld) => Promise<unknown>

/** Something that can be done to the shop at any time, though it may find nothing to do. */
export type Command = { run(world: ModelWorld): Promise<void>; toString(): string }

/** The shop itself is the model: what is expected is what must hold in it after each command. */
export function command(text: string, act: Act): Command {
  return {
    async run(world) {
      await act(world)
      expect(await breaches(world), text).toEqual([])
    },
    toString: () => text,
  }
}
