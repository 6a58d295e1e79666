import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { runInNewContext } from 'node:vm'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { fileSettingOf, secretSettings } from '@jhatpat/shared/platform/secret-settings.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { maxShutdownMs } from '../api/src/http/shutdown.ts'
import { fewArenas, memoryFlags } from '../scripts/launcher/memory-flags.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

/** The settings without a default: a process does not start without them. */
const required = (envSchema.safeParse({}).error?.issues ?? []).map(({ path }) => path.join('.'))
const isSecret = (name: string) => secretSettings.some((secret) => secret === name)

/** Settings that compose fixes for the containers, and those that have a container default. */
const fixed = ['NODE_ENV', 'HOST', 'PORT', 'HEALTH_PORT']
const otherDefault = ['TRUST_PROXY', 'EVIDENCE_DIR', 'SHUTDOWN_DELAY_MS']
/** The image has it. */
const ofImage = ['APP_REVISION']

describe('docker-compose.yml', () => {
  it.each([
    ['api', ['HEALTH_PORT']],
    ['workers', ['PORT']],
    ['prepare', ['HEALTH_PORT', 'PORT']],
  ])('passes every setting to %s, except %j', async (name, unread) => {
    const documented = Object.keys(parseEnv(await read('.env.example')))
    const names = [...new Set([...Object.keys(envSchema.shape), ...documented])].toSorted()
    const fileSettings: string[] = secretSettings.map(fileSettingOf)
    const handed = Object.keys(service(name).environment ?? {})
      .filter((one) => !fileSettings.includes(one))
      .toSorted()
    const reason = `write NAME: \${NAME:-} for each under x-settings in docker-compose.yml`
    expect(
      names.filter((one) => ![...unread, ...ofImage, ...handed].includes(one)),
      reason,
    ).toEqual([])
    expect(handed.filter((one) => !names.includes(one))).toEqual([])
  })

  it('leaves the defaults to the schema, which treats an empty setting as absent, and demands none: config:check names all at once', () => {
    const { environment = {} } = service('api')
    const written = Object.entries({ ...environment, ...service('workers').environment })
    expect(written.length).toBeGreaterThan(50)
    const settings = written.filter(([name]) => !fixed.includes(name) && !name.endsWith('_FILE'))
    for (const [name, value] of settings) {
      if (otherDefault.includes(name)) expect(value.startsWith(`\${${name}:-`), name).toBe(true)
      else expect(value, name).toBe(`\${${name}:-}`)
    }
    expect(text).not.toMatch(/\$\{\w+:?\?/)
    expect(environment.TRUST_PROXY).toMatch(/^\$\{TRUST_PROXY:-1\}$/)
  })

  it('is not overridden by a copy of .env.example where it has its own default', async () => {
    const example = parseEnv(await read('.env.example'))
    for (const name of otherDefault) expect(example[name], `${name} in .env.example`).toBe('')
  })

  it('reads every secret from a file, which is mounted for its reader only, so that docker inspect shows none', () => {
    for (const name of ['api', 'workers', 'prepare']) {
      const { environment = {}, volumes } = service(name)
      for (const secret of secretSettings) {
        const isDemanded = required.includes(secret)
        const path = isDemanded ? `-/run/secrets/${secret}` : ':-'
        expect(environment[`${secret}_FILE`], secret).toBe(`\${${secret}_FILE${path}}`)
      }
      expect(volumes, name).toContain(`\${SECRETS_DIR:-./secrets}/app:/run/secrets:ro`)
    }
    for (const name of ['mongo', 'redis'])
      expect(service(name).volumes, name).toContain(`\${SECRETS_DIR:-./secrets}/${name}:/run/secrets:ro`)
    for (const [name, { environment = {} }] of services) {
      const shown = Object.entries(environment).filter(
        ([setting, value]) => /(PASSWORD|SECRET|_KEY|_URI)$/.test(setting) && !/^(\$\{\w+:-\})?$/.test(value),
      )
      expect(shown, name).toEqual([])
    }
  })

  it('can be tried with simulators: their settings give everything but the secret, which each installation creates', async () => {
    const simulated = parseEnv(await read('deploy/simulated.env'))
    expect(required.filter((name) => !simulated[name])).toEqual(['SECRET_KEY'])
    const withFile = [...text.matchAll(/\$\{(\w+_FILE)-/g)].map((match) => match[1] ?? '')
    expect(withFile.length).toBeGreaterThan(required.filter(isSecret).length)
    for (const name of withFile) expect(simulated[name], `${name}= in simulated.env`).toBe('')
  })

  it('points each vendor of the list at its simulator, with keys and settings that fit it', async () => {
    const simulated = parseEnv(await read('deploy/simulated.env'))
    const { SIMULATOR_PORT: port, SIMULATOR_SMTP_PORT: smtpPort } = service('simulators').environment ?? {}
    for (const { name, kind, address, simulator, keys } of everyVendor) {
      const at =
        simulator.protocol === 'smtp' ? `smtp://simulators:${smtpPort}` : `http://simulators:${port}/${name}`
      const lines: Record<string, string | undefined> = {
        ...simulator.settings,
        // No address is the same for browsers and inside the containers' network.
        [address]: kind === 'sign_in' ? undefined : at,
      }
      for (const key of Object.keys(keys))
        expect(simulated[key], `deploy/simulated.env wants a line for ${key}`).toMatch(/\S/)
      for (const [setting, value] of Object.entries(lines)) {
        expect(simulated[setting], `deploy/simulated.env wants a line for ${setting}`).toBe(value)
      }
    }
  })
})

type ServiceSpec = {
  image: string
  build?: unknown
  user?: string
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  pids_limit?: number
  mem_limit?: string
  ports?: string[]
  networks: string[]
  volumes?: string[]
  environment?: Record<string, string>
  command?: string | string[]
  restart?: string
  stop_grace_period: string
  healthcheck?: { test: string[]; interval: string; timeout: string; retries: number; start_period: string }
  depends_on?: Record<string, { condition: string }>
}

const text = await read('docker-compose.yml')
const project = parse(text, { merge: true }) as { name: string; services: Record<string, ServiceSpec> }
const services = Object.entries(project.services)
const service = (name: string) => Object.fromEntries(services)[name]!

describe('the containers of a shop', () => {
  it('keep the journals of the simulators as long as the orders', () => {
    const { environment, volumes } = service('simulators')
    expect(volumes).toContain(`simulators:${environment?.SIMULATOR_DATA}`)
  })

  it('have volumes whose names do not depend on the folder of the project', () => {
    expect(project.name).toBe('jhatpat')
  })

  it.each(services)(
    '%s can do no more than it needs: writes no image, has no privileges, is limited',
    (_name, spec) => {
      expect(spec.read_only).toBe(true)
      expect(spec.cap_drop).toEqual(['ALL'])
      expect(spec.security_opt).toEqual(['no-new-privileges:true'])
      expect(spec.mem_limit).toMatch(/^\d+[mg]$/)
      expect(spec.pids_limit).toBeGreaterThan(0)
    },
  )

  it.each(services)(
    '%s is an image of ours, or one that is pinned by version and digest and not run as root',
    (_name, spec) => {
      if (spec.image.startsWith('jhatpat-')) return
      expect(spec.image).toMatch(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)?@sha256:[0-9a-f]{64}$/)
      expect(spec.user).toMatch(/^[a-z]+$/)
    },
  )

  it.each(services)('%s publishes its ports only on this machine', (_name, spec) => {
    for (const port of spec.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  it('gives nginx folders of its own user, without which it does not start under every engine', () => {
    const { user, tmpfs = [] } = service('web')
    expect(user).toBe('nginx')
    expect(tmpfs.map((folder) => folder.split(':')[0])).toEqual(['/tmp', '/run', '/var/cache/nginx'])
    // The ids of the user nginx in its official image.
    for (const folder of tmpfs) expect(folder).toMatch(/:uid=101,gid=101$/)
  })

  it('does not publish the databases, and requires a password for them', () => {
    for (const name of ['mongo', 'redis']) {
      expect(service(name).ports, name).toBeUndefined()
      expect(service(name).networks, name).toEqual(['data'])
    }
    expect(service('mongo').environment?.MONGO_INITDB_ROOT_PASSWORD_FILE).toBe(
      `\${MONGODB_ROOT_PASSWORD_FILE-/run/secrets/MONGODB_ROOT_PASSWORD}`,
    )
    expect(String(service('mongo').command)).toContain('--keyFile')
    const start = String(service('redis').command)
    expect(start).toContain('requirepass $$password')
    expect(start).toContain("REDIS_PASSWORD is missing'; exit 1")
  })

  it('lets Redis accept a second password after a start in the middle of its replacement, and names neither', () => {
    const folder = mkdtempSync(join(tmpdir(), 'jhatpat-redis-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'REDIS_PASSWORD')
    const start = () =>
      runScript(
        service('redis').command ?? [],
        { REDIS_PASSWORD_FILE: file },
        /^exec[\s\S]*$/m,
        'cat /tmp/redis.conf',
      )
    writeFileSync(file, 'the former one\n')
    expect(start()).toEqual({ status: 0, stdout: 'requirepass the former one\n' })
    writeFileSync(`${file}.next`, 'the next one\n')
    const hash = (text: string) => `#${createHash('sha256').update(text).digest('hex')}`
    expect(start().stdout).toContain(
      `\nuser default on sanitize-payload ~* &* +@all ${hash('the former one')} ${hash('the next one')}\n`,
    )
    expect(start().stdout).not.toContain('the next one')
  })

  it('creates on a new volume the user that secrets:rotate has written', async () => {
    const script = await read('deploy/create-user.js')
    const created = (files: Record<string, string>) => {
      const users: { user: string; pwd: string; roles: unknown[] }[] = []
      const db = { getSiblingDB: () => ({ createUser: (user: (typeof users)[number]) => users.push(user) }) }
      const fs = {
        existsSync: (path: string) => files[path] !== undefined,
        readFileSync: (path: string) => files[path],
      }
      const env = { JHATPAT_PASSWORD: '', JHATPAT_PASSWORD_FILE: '/run/secrets/MONGODB_PASSWORD' }
      runInNewContext(script, { db, process: { env }, require: () => fs })
      return users
    }
    const password = { '/run/secrets/MONGODB_PASSWORD': 'a-password\n' }
    const roles = expect.arrayContaining([{ role: 'readWrite', db: 'jhatpat' }])
    expect(created(password)).toEqual([{ user: 'jhatpat', pwd: 'a-password', roles }])
    expect(created({ ...password, '/run/secrets/MONGODB_USER': 'jhatpat-2\n' })).toEqual([
      { user: 'jhatpat-2', pwd: 'a-password', roles },
    ])
  })

  it('starts the shop’s processes with the same heap as without containers', async () => {
    expect(service('api').command).toEqual(['node', ...memoryFlags, 'api/src/main.ts'])
    expect(service('workers').command).toEqual(['node', ...memoryFlags, 'workers/src/main.ts'])
    // The compile cache is valid only for these options.
    const file = await read('Dockerfile')
    expect(file).toContain(` MALLOC_ARENA_MAX=${fewArenas.MALLOC_ARENA_MAX}\n`)
    for (const [step, script] of [
      ['CMD', 'api/src/main.ts'],
      ['RUN', 'deploy/keep-compiled.mjs'],
    ]) {
      const command = JSON.stringify(['node', ...memoryFlags, script]).replaceAll('","', '", "')
      expect(file, step).toContain(`${step} ${command}`)
    }
  })

  it('are checked seldom and without starting Node or mongosh, and may take minutes to start on a busy machine', () => {
    for (const name of ['web', 'api', 'workers', 'mongo', 'redis']) {
      const { test = [], ...check } = service(name).healthcheck ?? {}
      expect(check, name).toEqual({ interval: '20s', timeout: '10s', retries: 6, start_period: '180s' })
      expect(['wget', 'bash', 'CMD-SHELL'], name).toContain(test.find((word) => word !== 'CMD'))
      expect(test.join(' '), name).not.toMatch(/\b(node|mongosh|npm)\b/)
    }
  })

  it('get a replica set from a service that ends, before the database is prepared', () => {
    const { command = [], depends_on, restart } = service('replica-set')
    expect(command).toEqual(['mongosh', '--quiet', '--nodb', '--file', '/create-replica-set.js'])
    expect(depends_on).toEqual({ mongo: { condition: 'service_started' } })
    expect(restart).toBe('on-failure:5')
    expect(service('prepare').depends_on).toEqual({
      'replica-set': { condition: 'service_completed_successfully' },
    })
    for (const name of ['api', 'workers'])
      expect(service(name).depends_on?.prepare, name).toEqual({ condition: 'service_completed_successfully' })
    expect(service('replica-set').image).toBe(service('mongo').image)
  })

  it('mount nginx.conf whole, and write how many proxies nginx may believe', () => {
    const { volumes = [], environment = {} } = service('web')
    expect(volumes).toContain('./deploy/nginx.conf:/etc/nginx/nginx.conf:ro')
    expect(volumes).toContain('./deploy/unavailable.html:/etc/nginx/unavailable.html:ro')
    expect(environment.TRUST_PROXY).toBe(`\${TRUST_PROXY:-1}`)
    for (const hops of ['1', '2', '3'])
      expect(startWeb(hops)).toEqual({ status: 0, stdout: `geo $trusted_hops { default "${hops}"; }\n` })
  })

  it('do not start nginx with a number of proxies that nginx.conf does not know', () => {
    for (const hops of ['0', '4', '12', '10.0.0.0/8', '2,3', '2"; } x {']) {
      const stdout = `TRUST_PROXY is ${hops}: nginx needs 1, 2 or 3, the number of proxies before the api.\n`
      expect(startWeb(hops)).toEqual({ status: 1, stdout })
    }
  })

  it('stop within the time that an api process needs at most', () => {
    const {
      SHUTDOWN_DELAY_MS: delay,
      GATEWAY_TIMEOUT_MS: check,
      GATEWAY_CREATE_TIMEOUT_MS: create,
    } = envSchema.shape
    expect(delay.safeParse('10000').success).toBe(true)
    expect(delay.safeParse('10001').success).toBe(false)
    const gateway = {
      GATEWAY_TIMEOUT_MS: check.parse(undefined),
      GATEWAY_CREATE_TIMEOUT_MS: create.parse(undefined),
    }
    const seconds = maxShutdownMs({ ...gateway, SHUTDOWN_DELAY_MS: 10_000 }) / 1_000
    // The port closes, two checks and a creation at the gateway with a second to spare, and the end of the process.
    expect(seconds).toBe(10 + 2 * 8 + 25 + 1 + 8)
    expect(Number.parseInt(service('api').stop_grace_period, 10)).toBeGreaterThan(seconds)
  })

  it('reach MongoDB and all that the api reaches from the service that makes backups', () => {
    expect(service('backup').networks).toEqual(service('api').networks)
  })

  it('make backups for a recipient, and wait without one, as a service that works', () => {
    const { command = [], restart } = service('backup')
    expect(restart).toBe('unless-stopped')
    const start = (BACKUP_RECIPIENT: string) =>
      runScript(command, { BACKUP_RECIPIENT }, /^(.*)exec /gm, '$1echo ')
    expect(start('age1x')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^nice -n 10 node scripts\/cli.ts backup --follow\n/),
    })
    expect(start('').stdout).toMatch(
      /^No backups are made: BACKUP_RECIPIENT is not set\..*\nsleep infinity\n$/,
    )
  })

  it('runs in production mode whatever NODE_ENV a shell or .env sets', () => {
    expect(text).not.toMatch(/\$\{NODE_ENV/)
    for (const name of ['api', 'workers', 'prepare']) {
      expect(service(name).environment?.NODE_ENV, name).toMatch(/^\$\{SIMULATED_NODE_ENV:-production\}$/)
    }
  })
})

/** Runs the script of a service's command, changed so that it starts nothing. */
function runScript(
  command: string | string[],
  env: Record<string, string>,
  ...[found, replaced]: [RegExp, string]
): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'jhatpat-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = String([...command].at(-1))
    .replaceAll('$$', '$')
    .replace(found, replaced)
    .replaceAll('/tmp/', `${folder}/`)
  const { status, stdout } = spawnSync('sh', ['-c', script], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return { status, stdout }
}

const startWeb = (TRUST_PROXY: string) =>
  runScript(service('web').command ?? [], { TRUST_PROXY }, /^exec.*$/m, 'cat /tmp/trusted-hops.conf')

describe('Dockerfile', () => {
  it('labels the image with the version, and with the revision that it is built with', async () => {
    const file = await read('Dockerfile')
    const { version } = JSON.parse(await read('package.json'))
    expect(file).toContain(`org.opencontainers.image.version="${version}"`)
    expect(file).toContain('org.opencontainers.image.revision=$APP_REVISION')
    expect(file).toContain('ENV APP_REVISION=$APP_REVISION')
    expect(text).toContain(`args: { APP_REVISION: '\${APP_REVISION:-}' }`)
    for (const name of ['api', 'workers', 'prepare'])
      expect(service(name).environment, name).not.toHaveProperty('APP_REVISION')
  })

  it('pins each base image by version and digest', async () => {
    const file = await read('Dockerfile')
    const stages = [...file.matchAll(/ AS (\w+)$/gm)].map((match) => match[1])
    const bases = [...file.matchAll(/^FROM (\S+)/gm)].map((match) => String(match[1]))
    const outside = bases.filter((base) => !stages.includes(base))
    expect(outside.length).toBeGreaterThan(0)
    for (const base of outside) expect(base).toMatch(/^node:\d+\.\d+\.\d+-\S+@sha256:[0-9a-f]{64}$/)
  })

  it('contains what the scripts of a production shop load, and nothing of the demo', {
    timeout: 60_000,
  }, async () => {
    const app = (await read('Dockerfile')).split(' AS app\n')[1] ?? ''
    const copies = [...app.matchAll(/^COPY (?!--from)(.+)$/gm)].map((match) => String(match[1]).split(' '))
    const sources = copies.flatMap((copy) => copy.slice(0, -1))
    expect(sources.filter((path) => /demo|launcher|services|^scripts$/.test(path))).toEqual([])
    const image = mkdtempSync(join(tmpdir(), 'jhatpat-image-'))
    onTestFinished(() => rmSync(image, { recursive: true }))
    for (const copy of copies) copyInto(image, copy)
    symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
    const run = (...args: string[]) =>
      spawnSync(process.execPath, args, { cwd: image, env, encoding: 'utf8' })
    for (const name of ['status', 'ledger:verify', 'audit:verify']) {
      const { status, stdout } = run('scripts/cli.ts', name, '--help')
      expect(stdout).toContain(`npm run cli -- ${name}`)
      expect(status).toBe(0)
    }
    expect(run('scripts/cli.ts', 'ledger:verify')).toMatchObject({
      status: 2,
      stderr: 'Setting MONGODB_URI is missing.\n',
    })
    expect(run('scripts/cli/rotation-step.ts')).toMatchObject({
      status: 0,
      stdout: '{"fault":"The step could not be read."}\n',
    })
    // It gets as far as the settings.
    expect(run('scripts/prepare-database.ts').stderr).toContain('Setting MONGODB_URI is missing.')
    const scripts = JSON.parse(await read('package.json')).scripts as Record<string, string>
    for (const name of ['ledger:verify', 'audit:verify'])
      expect(scripts[name]).toBe(`node scripts/cli.ts ${name}`)
  })
})

/** As `COPY` does: files into a folder, or the content of a folder into another. */
function copyInto(image: string, copy: string[]): void {
  const target = join(image, copy.at(-1) ?? '')
  for (const source of copy.slice(0, -1)) {
    const path = join(root, source)
    const isFolder = statSync(path).isDirectory()
    cpSync(path, isFolder ? target : join(target, basename(source)), {
      recursive: true,
      filter: (from) => !from.includes('/node_modules'),
    })
  }
}
