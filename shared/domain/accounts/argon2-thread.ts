import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** What a thread of the pool is asked: to hash a text, or to compare one with a hash. */
export type Argon2Task = { text: string } & ({ cost: Options } | { stored: string })

/** Runs in a thread of its own (`password.ts`), which it holds for some 30 ms. */
export default function argon2(task: Argon2Task): string | boolean {
  return 'stored' in task ? verifySync(task.stored, task.text) : hashSync(task.text, task.cost)
}
