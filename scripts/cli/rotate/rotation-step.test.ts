import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dockerIn } from '../roll/docker.ts'

const script = join(import.meta.dirname, '../rotation-step.ts')
const step = `${JSON.stringify({ step: 'redis.check', input: { url: 'redis-cluster://:hunter2@a:1,b:2' } })}\n`
const answer = { refused: expect.stringContaining('REDIS_URL names several servers') }

it('takes a step from the standard input of docker, and not from its arguments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jhatpat-docker-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const docker = join(folder, 'docker')
  writeFileSync(docker, `#!/bin/sh\necho "$@" >&2\nexec ${process.execPath} ${script}\n`)
  chmodSync(docker, 0o755)
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const { code, stdout, stderr } = await dockerIn(folder)(['compose', 'run'], { input: step, env })
  expect([code, stderr]).toEqual([0, 'compose run'])
  expect(JSON.parse(stdout)).toEqual(answer)
})

it('answers without waiting for the end of its input', async () => {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.write(step)
  const [printed] = await once(child.stdout, 'data')
  expect(JSON.parse(String(printed))).toEqual(answer)
  expect(await once(child, 'close')).toEqual([0, null])
})
