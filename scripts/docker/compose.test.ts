import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fewArenas, memoryFlags } from '../launcher/memory-flags.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The settings without a default: a process does not start without them. */
const required = (envSchema.safeParse({}).error?.issues ?? []).map(({ path }) => path.join('.'))

/** Settings that compose fixes for the containers, and those that have a container default. */
const fixed = ['NODE_ENV', 'HOST', 'PORT', 'HEALTH_PORT']
const otherDefault = ['TRUST_PROXY', 'MONGODB_URI', 'REDIS_URL']

describe('docker-compose.yml', () => {
  it.each([
    ['api', ['HEALTH_PORT']],
    ['workers', ['PORT']],
    ['prepare', ['HEALTH_PORT', 'PORT']],
  ])('passes every setting to %s, except %j', async (name, unread) => {
    const documented = Object.keys(parseEnv(await read('.env.example')))
    const names = [...new Set([...Object.keys(envSchema.shape), ...documented])].toSorted()
    const handed = Object.keys(service(name).environment ?? {}).toSorted()
    const reason = `write NAME: \${NAME:-} for each under x-settings in docker-compose.yml`
    expect(
      names.filter((one) => !unread.includes(one) && !handed.includes(one)),
      reason,
    ).toEqual([])
    expect(handed.filter((one) => !names.includes(one))).toEqual([])
  })

  it('leaves the defaults to the schema, which treats an empty setting as absent, and requires what has no default', () => {
    const { environment = {} } = service('api')
    const written = Object.entries({ ...environment, ...service('workers').environment })
    expect(written.length).toBeGreaterThan(50)
    for (const [name, value] of written.filter(([one]) => !fixed.includes(one))) {
      const isDemanded = required.includes(name) || name === 'PUBLIC_URL'
      if (otherDefault.includes(name)) expect(value.startsWith(`\${${name}:-`), name).toBe(true)
      else if (isDemanded) expect(value.startsWith(`\${${name}:?`), name).toBe(true)
      else expect(value, name).toBe(`\${${name}:-}`)
    }
    expect(environment.TRUST_PROXY).toMatch(/^\$\{TRUST_PROXY:-1\}$/)
  })

  it('is not overridden by a copy of .env.example where it has its own default', async () => {
    const example = parseEnv(await read('.env.example'))
    for (const name of otherDefault) expect(example[name], `${name} in .env.example`).toBe('')
  })

  it("has no default for a secret or a provider's key", async () => {
    const compose = await read('docker-compose.yml')
    const needed = everyVendor.filter(({ isOptional }) => !isOptional)
    const secrets = ['SECRET_KEY', ...needed.flatMap(({ keys }) => Object.keys(keys))]
    const reason = `write NAME: \${NAME:?what it is} for each under x-settings in docker-compose.yml`
    expect(
      secrets.filter((name) => !compose.includes(`\n  ${name}: \${${name}:?`)),
      reason,
    ).toEqual([])
  })

  it('can be tried with simulators: their settings give everything but the secret, which each installation creates', async () => {
    const [compose, simulated] = await Promise.all([
      read('docker-compose.yml'),
      read('scripts/docker/simulated.env'),
    ])
    const demanded = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1])
    const named = [...simulated.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(demanded.filter((name) => !named.includes(name))).toEqual(['SECRET_KEY'])
  })

  it('points each vendor of the list at its simulator, with keys and settings that fit it', async () => {
    const simulated = parseEnv(await read('scripts/docker/simulated.env'))
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
        expect(simulated[key], `scripts/docker/simulated.env wants a line for ${key}`).toMatch(/\S/)
      for (const [setting, value] of Object.entries(lines)) {
        expect(simulated[setting], `scripts/docker/simulated.env wants a line for ${setting}`).toBe(value)
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
  environment?: Record<string, string>
  command?: string | string[]
}

const text = await read('docker-compose.yml')
const services = Object.entries(
  (parse(text, { merge: true }) as { services: Record<string, ServiceSpec> }).services,
)
const service = (name: string) => Object.fromEntries(services)[name]!

describe('the containers of a shop', () => {
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
    expect(service('mongo').environment?.MONGO_INITDB_ROOT_PASSWORD).toMatch(/^\$\{MONGODB_ROOT_PASSWORD:\?/)
    expect(String(service('mongo').command)).toContain('--keyFile')
    expect(service('redis').environment?.REDISCLI_AUTH).toMatch(/^\$\{REDIS_PASSWORD:\?/)
    expect(String(service('redis').command)).toContain('requirepass $$REDISCLI_AUTH')
    const { MONGODB_URI, REDIS_URL } = service('api').environment ?? {}
    expect(MONGODB_URI).toMatch(/jhatpat:\$\{MONGODB_PASSWORD\}@mongo/)
    expect(REDIS_URL).toMatch(/:\$\{REDIS_PASSWORD\}@redis/)
  })

  it('starts the shop’s processes with the same heap as without containers', async () => {
    expect(service('api').command).toEqual(['node', ...memoryFlags, 'api/src/main.ts'])
    expect(service('workers').command).toEqual(['node', ...memoryFlags, 'workers/src/main.ts'])
    // The compile cache is valid only for these options.
    const file = await read('Dockerfile')
    expect(file).toContain(` MALLOC_ARENA_MAX=${fewArenas.MALLOC_ARENA_MAX}\n`)
    for (const [step, script] of [
      ['CMD', 'api/src/main.ts'],
      ['RUN', 'scripts/docker/keep-compiled.mjs'],
    ]) {
      const command = JSON.stringify(['node', ...memoryFlags, script]).replaceAll('","', '", "')
      expect(file, step).toContain(`${step} ${command}`)
    }
  })

  it('runs in production mode whatever NODE_ENV a shell or .env sets', () => {
    expect(text).not.toMatch(/\$\{NODE_ENV/)
    for (const name of ['api', 'workers', 'prepare']) {
      expect(service(name).environment?.NODE_ENV, name).toMatch(/^\$\{SIMULATED_NODE_ENV:-production\}$/)
    }
  })
})

describe('Dockerfile', () => {
  it('pins each base image by version and digest', async () => {
    const file = await read('Dockerfile')
    const stages = [...file.matchAll(/ AS (\w+)$/gm)].map((match) => match[1])
    const bases = [...file.matchAll(/^FROM (\S+)/gm)].map((match) => String(match[1]))
    const outside = bases.filter((base) => !stages.includes(base))
    expect(outside.length).toBeGreaterThan(0)
    for (const base of outside) expect(base).toMatch(/^node:\d+\.\d+\.\d+-\S+@sha256:[0-9a-f]{64}$/)
  })

  it('contains what the scripts of a production shop load, and nothing of the demo', async () => {
    const app = (await read('Dockerfile')).split(' AS app\n')[1] ?? ''
    const copied = [...app.matchAll(/^COPY (scripts\/.+)$/gm)].flatMap((match) =>
      String(match[1]).split(' ').slice(0, -1),
    )
    expect(copied).toContain('scripts/prepare-database.ts')
    expect(copied.filter((path) => /demo|launcher|services|^scripts$/.test(path))).toEqual([])
    for (const script of copied.filter((path) => path.endsWith('.ts'))) {
      const imports = [...(await read(script)).matchAll(/^import (?!type).*from '\.\/(.+)'$/gm)]
      const loaded = imports.map((match) => `scripts/${match[1]}`)
      const absent = loaded.filter(
        (path) => !copied.some((one) => path === one || path.startsWith(`${one}/`)),
      )
      expect(absent, script).toEqual([])
    }
  })
})
