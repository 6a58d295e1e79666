import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSettings } from '../cli/create-context.ts'
import { isAlive } from '../processes/process-alive.ts'
import { type Stack, type StackOptions, startStack } from './stack.ts'

// Real databases, and small programs instead of the API, the workers and the simulators.
const timeout = 240_000

const server = (port: string) => `
  import { createServer } from 'node:http'
  createServer((_request, response) => response.end(JSON.stringify(process.env))).listen(${port}, () =>
    console.log(JSON.stringify({ level: 30, ready: true })))
  process.on('SIGTERM', () => process.exit(0))
`
const fakes = {
  'api/src/main.ts': server('Number(process.env.PORT)'),
  'workers/src/main.ts': server('0'),
  'tests/simulators/main.ts': server('Number(process.env.SIMULATOR_PORT)'),
  'scripts/prepare-database.ts': `const logins = process.argv.includes('--demo-data') ? [{ who: 'customer', with: '9 / x' }] : []
    console.log(JSON.stringify({ logins }))`,
  'node_modules/vite/bin/vite.js': `
    const fs = require('node:fs'); const dist = process.argv[3] + '/dist'
    fs.mkdirSync(dist, { recursive: true }); fs.writeFileSync(dist + '/index.html', ''); fs.appendFileSync('built', process.argv[3] + ' ')
  `,
}

let root: string
const stacks: Stack[] = []
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stack-'))
  for (const [path, text] of Object.entries(fakes)) await put(path, text)
})
afterEach(async () => {
  await Promise.all(stacks.splice(0).map((stack) => stack.stop()))
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function start(options: Partial<StackOptions> = {}) {
  const stack = await startStack({ dataDir: join(root, 'data'), root, ...options })
  stacks.push(stack)
  return stack
}

const envOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, string>
const pidOf = (stack: Stack, name: string) => stack.processes.find((process) => process.name === name)!.pid

describe('startStack', () => {
  it('starts all processes, gives them the same settings and leaves nothing behind', {
    timeout,
  }, async () => {
    const stack = await start({ apis: 2, workers: 2 })
    expect(stack.processes.map(({ name }) => name).sort()).toEqual(
      ['api', 'api 2', 'mongodb', 'redis', 'simulators', 'workers', 'workers 2'].sort(),
    )
    const simulators = await envOf(stack.simulatorUrl)
    for (const url of [stack.url, ...stack.apiUrls]) {
      const env = await envOf(url)
      expect(env).toMatchObject({ ...stack.env, UPIGATEWAY_URL: `${stack.simulatorUrl}/upigateway` })
      expect(env.UPIGATEWAY_KEY).toBe(simulators.UPIGATEWAY_KEY)
    }
    expect(simulators.APP_URL).toBe(stack.apiUrls[0])
    expect(stack.logins).toEqual([{ who: 'customer', with: '9 / x' }])

    const dataDir = join(root, 'data')
    expect(await findSettings({ DATA_DIR: dataDir }, root)).toEqual({ DATA_DIR: dataDir, ...stack.env })
    expect((await stat(join(dataDir, 'settings.json'))).mode & 0o777).toBe(0o600)
    const pids = stack.processes.map(({ pid }) => pid)
    expect(pids.filter(isAlive)).toEqual(pids)
    const startedAt = Date.now()
    await stack.stop()
    expect(pids.filter(isAlive)).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(await findSettings({ DATA_DIR: dataDir }, root)).toEqual({ DATA_DIR: dataDir })
    await expect(stat(join(dataDir, 'settings.json'))).rejects.toThrow('ENOENT')
  })

  it('takes a secret from a file, and refuses one that is given twice', { timeout }, async () => {
    await put('key', 'a real key\n')
    const SMS_KEY_FILE = join(root, 'key')
    const stack = await start({ env: { SMS_KEY_FILE } })
    expect(stack.real).toEqual(['Fast2SMS'])
    expect(stack.env.SMS_KEY).toBe('a real key')
    await stack.stop()
    await expect(start({ env: { SMS_KEY_FILE, SMS_KEY: 'another' } })).rejects.toThrow(
      'SMS_KEY and SMS_KEY_FILE are both set',
    )
  })

  it('loads no demo data into a shop with a real provider, and says which is real', {
    timeout,
  }, async () => {
    const stack = await start({ env: { SMS_KEY: 'a real key' } })
    expect(stack.logins).toEqual([])
    expect(stack.real).toEqual(['Fast2SMS'])
    const titles = everyVendor.map(({ title }) => title)
    expect(stack.simulated).toEqual(titles.filter((title) => title !== 'Fast2SMS'))
  })

  it('rebuilds the apps only when a source changed', { timeout }, async () => {
    await (await start()).stop()
    await (await start()).stop()
    await put('admin/src/main.tsx', 'changed')
    await (await start()).stop()
    const built = (await readFile(join(root, 'built'), 'utf8')).trim().split(' ').sort()
    expect(built).toEqual(['admin', 'admin', 'storefront', 'storefront'])
  })

  it('restarts a killed process and a killed database', { timeout }, async () => {
    const stack = await start()
    const before = { api: pidOf(stack, 'api'), mongodb: pidOf(stack, 'mongodb') }
    process.kill(before.api, 'SIGKILL')
    process.kill(before.mongodb, 'SIGKILL')
    await expect.poll(() => pidOf(stack, 'mongodb'), { timeout: 15_000 }).not.toBe(before.mongodb)
    await expect
      .poll(
        () =>
          fetch(stack.url).then(
            (response) => response.ok,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(true)
    expect(pidOf(stack, 'api')).not.toBe(before.api)
  })

  it('refuses to run twice on one folder', { timeout }, async () => {
    await start()
    await expect(start()).rejects.toThrow(
      `Jhatpat is already running for ${join(root, 'data')} (process ${process.pid})`,
    )
  })

  it('says why a process did not become ready, and stops the rest', { timeout }, async () => {
    await put('workers/src/main.ts', `console.error('Setting SECRET_KEY is missing.'); process.exit(1)`)
    await expect(start()).rejects.toThrow(
      /workers stopped before it was ready \(exit code 1\)\.\n {2}Setting SECRET_KEY/,
    )
    await expect(readFile(join(root, 'data/stack.json'))).rejects.toThrow('ENOENT')
    // The folder is free again, which is impossible while a database still uses it.
    await put('workers/src/main.ts', fakes['workers/src/main.ts'])
    await start()
  })

  it('can be stopped while it starts', { timeout }, async () => {
    await put('api/src/main.ts', 'setInterval(() => {}, 1000)')
    const stopping = new AbortController()
    const starting = start({ signal: stopping.signal })
    const children = async () =>
      JSON.parse(await readFile(join(root, 'data/stack.json'), 'utf8')).children as {
        name: string
        pid: number
      }[]
    await expect
      .poll(async () => (await children().catch(() => [])).map(({ name }) => name), { timeout: 30_000 })
      .toContain('api')
    const pids = (await children()).map(({ pid }) => pid)
    stopping.abort(new Error('stopped by hand'))
    await expect(starting).rejects.toThrow('stopped by hand')
    expect(pids.filter(isAlive)).toEqual([])
  })
})
