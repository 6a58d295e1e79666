import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

it('seeds a large shop in a new clone, which has no database yet, and refuses to seed it twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seed-large-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { MONGODB_URI: _uri, ...env } = process.env
  const seed = () =>
    run(process.execPath, ['tests/large-dataset/run.ts', '--orders', '50'], {
      cwd: root,
      env: { ...env, DATA_DIR: join(folder, '.data') },
    })
  expect((await seed()).stdout).toContain('50 orders in the stopped shop')
  await expect(seed()).rejects.toMatchObject({ stderr: expect.stringContaining('This shop has orders.') })
}, 120_000)
