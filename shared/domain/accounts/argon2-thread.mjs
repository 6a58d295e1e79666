/**
 * Runs in a thread of its own (`password.ts`), which it holds for some 30 ms. It is JavaScript because a thread would
 * load Node's compiler of types for itself: 18 MB more in each.
 */
import { hashSync, verifySync } from '@node-rs/argon2'

/** @param {import('./password.ts').Argon2Task} task */
export default function argon2(task) {
  return 'stored' in task ? verifySync(task.stored, task.text) : hashSync(task.text, task.cost)
}
