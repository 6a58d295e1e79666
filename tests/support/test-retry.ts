import { join, relative, sep } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { isRetried } from './retried-files.ts'

const root = join(import.meta.dirname, '../..')

type Task = { type: 'test'; retry?: unknown } | { type: 'suite'; tasks: readonly Task[] }

// biome-ignore lint/correctness/noEmptyPattern: the second argument is what is asked for
beforeAll(({}, file) => {
  const path = relative(root, expect.getState().testPath ?? '').replaceAll(sep, '/')
  if (!process.env.CI || !isRetried(path)) return
  for (const task of file.tasks) tryTwice(task)
})

function tryTwice(task: Task): void {
  if (task.type === 'suite') for (const one of task.tasks) tryTwice(one)
  else Object.assign(task, { retry: 1 })
}
