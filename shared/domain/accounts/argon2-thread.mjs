/**
 * Runs in a thread of its own (`password.ts`), for about 30 ms a task. It is JavaScript because each thread would
 * otherwise load Node's type stripper: 18 MB more.
 */
import { hashSync, verifySync } from '@node-rs/argon2'

/** @param {import('./password.ts').Argon2Task} task */
export default function argon2(task) {
  return 'stored' in task ? verifySync(task.stored, task.text) : hashSync(task.text, task.cost)
}
