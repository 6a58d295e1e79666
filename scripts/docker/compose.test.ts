import { readFile } from 'node:fs/promises'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { describe, expect, it } from 'vitest'
import { providers } from '../launcher/providers.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The settings that have no default: a process does not start without them. */
const required = (envSchema.safeParse({}).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('docker-compose.yml', () => {
  it('hands every required setting to the processes', async () => {
    const compose = await read('docker-compose.yml')
    expect(required.length).toBeGreaterThan(5)
    expect(required.filter((name) => !compose.includes(`\n  ${name}: \${${name}:`))).toEqual([])
  })

  it("has no default for a secret or a provider's key", async () => {
    const compose = await read('docker-compose.yml')
    const secrets = ['SECRET_KEY', ...providers.flatMap(({ keys }) => keys)]
    expect(secrets.filter((name) => !compose.includes(`\n  ${name}: \${${name}:?`))).toEqual([])
  })

  it('can be tried with simulators: their settings name everything but the secret, which each one makes', async () => {
    const [compose, simulated] = await Promise.all([
      read('docker-compose.yml'),
      read('scripts/docker/simulated.env'),
    ])
    const demanded = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1])
    const named = [...simulated.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(demanded.filter((name) => !named.includes(name))).toEqual(['SECRET_KEY'])
  })
})
