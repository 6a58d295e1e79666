import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { simulatorKeys } from './start-simulators.ts'

describe('the simulators as a process', () => {
  const start = async (env: Record<string, string>) => {
    const SIMULATOR_DATA = await mkdtemp(path.join(tmpdir(), 'simulators-'))
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, ...simulatorKeys, SIMULATOR_DATA, ...env },
    })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    return { child, output: () => output }
  }

  it('report when they are ready, and stop within two seconds even with a pending request', async () => {
    const { child, output } = await start({})
    await expect.poll(output, { timeout: 10_000 }).toContain('"ready":true')
    const { url } = JSON.parse(output()) as { url: string }
    const plan = JSON.stringify({ next: { outcome: 'timeout_lost', call: '*' } })
    await fetch(`${url}/control/sms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: plan,
    })
    const waiting = fetch(`${url}/sms/dev/bulkV2`, { method: 'POST' }).catch(() => 'cut off')
    await new Promise((done) => setTimeout(done, 100))
    const askedAt = Date.now()
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(Date.now() - askedAt).toBeLessThan(2_000)
    expect(code).toBe(0)
    expect(await waiting).toBe('cut off')
  })

  it.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV=production'],
    [{ SMILE_KEY: '' }, 'SMILE_KEY'],
  ])('refuse to start with %o', async (env, message) => {
    const { child, output } = await start(env as Record<string, string>)
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(output()).toContain(message)
  })
})
