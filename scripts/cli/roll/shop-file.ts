import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import type { Docker } from './docker.ts'

/** The services whose processes are replaced one by one, in this order: what takes tasks before what enqueues them. */
export const rolledServices = ['workers', 'api'] as const
export type RolledService = (typeof rolledServices)[number]

/** The settings of docker-compose.yml that say how many processes a service has. */
export const processesSetting = { workers: 'WORKER_PROCESSES', api: 'API_PROCESSES' } as const

const service = z.object({
  image: z.string(),
  deploy: z.object({ replicas: z.int().optional() }).optional(),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  volumes: z.array(z.object({ source: z.string().optional(), target: z.string() })).default([]),
})

const shopFile = z.object({
  name: z.string(),
  services: z.object({ api: service, workers: service }).catchall(z.unknown()),
})

/** What docker-compose.yml says of the processes, with the settings of `.env`. */
export type ShopFile = {
  project: string
  /** The name of the image of all processes. */
  image: string
  /** How many processes each service has. */
  replicas: Record<RolledService, number>
  /** Compose's fingerprint of each service's settings, which its containers carry. */
  hashes: Record<RolledService, string>
  /** Where a process of the api serves its metrics. */
  metricsPort?: number
  hasBackup: boolean
  /** The folder of the processes' secrets on this machine. */
  secretsFolder?: string
  /** When a secret was last written: processes that started before it have the former one. */
  secretsChangedAt: Date
}

/** @throws CliError where there is no Docker with Compose, or no shop's file in this folder */
export async function readShopFile(docker: Docker): Promise<ShopFile> {
  const { code, stderr } = await docker(['compose', 'version', '--short'])
  if (code !== 0)
    throw new CliError(
      `This command runs on the machine of the containers, beside docker-compose.yml, and needs Docker with Compose: ${stderr}`,
    )
  const parsed = shopFile.safeParse(await readComposeFile(docker))
  if (!parsed.success)
    throw new CliError(
      'docker compose config names no services api and workers: run this beside docker-compose.yml.',
    )
  const { name, services } = parsed.data
  const { api, workers } = services
  const port = Number(api.environment.METRICS_PORT)
  const secretsFolder = api.volumes.find(({ target }) => target === '/run/secrets')?.source
  return {
    project: name,
    image: api.image,
    replicas: { api: api.deploy?.replicas ?? 1, workers: workers.deploy?.replicas ?? 1 },
    hashes: await readHashes(docker),
    ...(port > 0 && { metricsPort: port }),
    hasBackup: 'backup' in services,
    ...(secretsFolder !== undefined && { secretsFolder }),
    secretsChangedAt: secretsFolder === undefined ? new Date(0) : lastWritten(secretsFolder),
  }
}

/**
 * By the times of change, which no copying program sets. The folder's own is later when a file was removed.
 * @throws CliError where the folder cannot be read, or the clock was set back since
 */
function lastWritten(folder: string): Date {
  let times: number[]
  try {
    times = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) =>
      Math.floor(statSync(path).ctimeMs),
    )
  } catch (error) {
    throw new CliError(`The secrets in ${folder} cannot be read: ${String(error)}`)
  }
  const last = Math.max(...times)
  if (last > Date.now() + 1_000)
    throw new CliError(
      `A secret in ${folder} was written at ${new Date(last).toISOString()}, which is yet to come: set this machine’s clock, then write it again.`,
    )
  return new Date(last)
}

/** docker-compose.yml with all settings. @throws CliError when Compose refuses them */
export async function readComposeFile(docker: Docker): Promise<unknown> {
  const { code, stdout, stderr } = await docker(['compose', 'config', '--format', 'json'])
  if (code !== 0) throw new CliError(`docker compose config refuses the settings:\n${stderr}`)
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

async function readHashes(docker: Docker): Promise<Record<RolledService, string>> {
  const { stdout } = await docker(['compose', 'config', '--hash', rolledServices.join(',')])
  const hashOf = (service: RolledService) =>
    new RegExp(`^${service} ([0-9a-f]+)$`, 'm').exec(stdout)?.[1] ?? ''
  return { api: hashOf('api'), workers: hashOf('workers') }
}
