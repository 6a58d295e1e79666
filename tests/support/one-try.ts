import { sep } from 'node:path'
import { beforeAll, expect } from 'vitest'

/**
 * Where money or a delivery is at stake and nothing goes by the clock: what fails there once in many times is a fault,
 * and must be seen. Other tests may try again on a slow machine.
 */
const oneTry = [
  ...['model/', 'wallet/', 'points/', 'sales/'],
  ...['orders/once.test.ts', 'orders/redelivery-packs.test.ts', 'pipeline/group-commit.test.ts'],
]

type Task = { type: 'test'; retry?: unknown } | { type: 'suite'; tasks: readonly Task[] }

// biome-ignore lint/correctness/noEmptyPattern: the second argument is what is asked for
beforeAll(({}, file) => {
  const path = expect.getState().testPath?.split(`${sep}services${sep}`)[1]?.replaceAll(sep, '/')
  if (!oneTry.some((one) => path?.startsWith(one))) return
  for (const task of file.tasks) tryOnce(task)
})

function tryOnce(task: Task): void {
  if (task.type === 'suite') for (const one of task.tasks) tryOnce(one)
  else Object.assign(task, { retry: 0 })
}
