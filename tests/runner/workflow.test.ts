import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('has no command but .ci/run, and may only read the repository', () => {
  const workflow = parse(readFileSync(new URL('../../.github/workflows/ci.yml', import.meta.url), 'utf8'))
  const steps = Object.values<{ steps: { run?: string }[] }>(workflow.jobs).flatMap((job) => job.steps)
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run'])
  expect(workflow.permissions).toEqual({ contents: 'read' })
})
