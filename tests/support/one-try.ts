import { sep } from 'node:path'
import { beforeAll, expect } from 'vitest'

/**
 * Slices that move no money and deliver nothing, whose tests may try again on a slow machine; and the one that counts
 * commands, among which are those that another test's load lets come in between.
 */
const mayTryAgain = [
  ...['accounts/', 'audit/', 'back-office/', 'catalogue/', 'customers/', 'gallery/', 'push/', 'realtime/'],
  ...['saved-views/', 'support/', 'users/', 'pipeline/counts.test.ts'],
]

type Task = { type: 'test'; retry?: unknown } | { type: 'suite'; tasks: readonly Task[] }

// Where money or a delivery is at stake, what fails once in many times is a fault, and must be seen.
// biome-ignore lint/correctness/noEmptyPattern: the second argument is what is asked for
beforeAll(({}, file) => {
  const path = expect.getState().testPath?.split(`${sep}services${sep}`)[1]?.replaceAll(sep, '/')
  if (mayTryAgain.some((one) => path?.startsWith(one))) return
  for (const task of file.tasks) tryOnce(task)
})

function tryOnce(task: Task): void {
  if (task.type === 'suite') for (const one of task.tasks) tryOnce(one)
  else Object.assign(task, { retry: 0 })
}
