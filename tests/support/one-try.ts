import { join, relative, sep } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { hasOneTry } from './one-try-files.ts'

const root = join(import.meta.dirname, '../..')

type Task = { type: 'test'; retry?: unknown } | { type: 'suite'; tasks: readonly Task[] }

// biome-ignore lint/correctness/noEmptyPattern: the second argument is what is asked for
beforeAll(({}, file) => {
  const path = relative(root, expect.getState().testPath ?? '').replaceAll(sep, '/')
  if (!hasOneTry(path)) return
  for (const task of file.tasks) tryOnce(task)
})

function tryOnce(task: Task): void {
  if (task.type === 'suite') for (const one of task.tasks) tryOnce(one)
  else Object.assign(task, { retry: 0 })
}
