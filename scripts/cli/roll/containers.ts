import * as z from 'zod'
import { type Docker, succeed } from './docker.ts'
import type { RolledService, ShopFile } from './shop-file.ts'

const inspected = z.array(
  z.object({
    Id: z.string(),
    Name: z.string(),
    Image: z.string(),
    Created: z.string(),
    RestartCount: z.int().default(0),
    State: z.object({
      Status: z.string(),
      Running: z.boolean(),
      Health: z.object({ Status: z.string() }).optional(),
    }),
    Config: z.object({ Labels: z.record(z.string(), z.string()).nullable() }),
  }),
)

/** One process of the shop, in its container. */
export type Container = {
  id: string
  /** `jhatpat-api-3` */
  name: string
  imageId: string
  settingsHash: string
  createdAt: Date
  state: 'ready' | 'unready' | 'ended'
  /** How often Docker has started it again. */
  restarts: number
}

/** Those of a service, oldest first. */
export async function containersOf(
  docker: Docker,
  { project }: Pick<ShopFile, 'project'>,
  service: RolledService,
): Promise<Container[]> {
  const labels = { project, service, oneoff: 'False' }
  const filters = Object.entries(labels).flatMap(([name, value]) => [
    '--filter',
    `label=com.docker.compose.${name}=${value}`,
  ])
  const ids = await succeed(docker, ['ps', '--all', '--quiet', '--no-trunc', ...filters])
  return ids === ''
    ? []
    : inspect(
        docker,
        ids.split(/\s+/).map((id) => ({ id })),
      )
}

/** @returns fewer than asked for when one of them was removed meanwhile */
export async function inspect(docker: Docker, containers: readonly { id: string }[]): Promise<Container[]> {
  const ids = containers.map(({ id }) => id)
  const { stdout } = await docker(['inspect', '--type', 'container', ...ids])
  return inspected
    .parse(JSON.parse(stdout))
    .toSorted((a, b) => a.Created.localeCompare(b.Created))
    .map((one) => ({
      id: one.Id,
      name: one.Name.replace(/^\//, ''),
      imageId: one.Image,
      settingsHash: one.Config.Labels?.['com.docker.compose.config-hash'] ?? '',
      createdAt: new Date(one.Created),
      state: stateOf(one),
      restarts: one.RestartCount,
    }))
}

function stateOf({ State }: z.output<typeof inspected>[number]): Container['state'] {
  if (!State.Running && State.Status !== 'restarting') return 'ended'
  return State.Health?.Status === 'healthy' ? 'ready' : 'unready'
}

/** The longest stop_grace_period of docker-compose.yml, and some. */
const stopMs = 300_000

/** Stops a process within its stop_grace_period, and removes its container. */
export async function removeContainer(docker: Docker, { id }: Container): Promise<void> {
  await succeed(docker, ['stop', id], { timeoutMs: stopMs })
  await succeed(docker, ['rm', '--force', id])
}

export async function lastLines(docker: Docker, { id }: Container): Promise<string> {
  const { stdout, stderr } = await docker(['logs', '--tail', '15', id])
  return `${stdout}\n${stderr}`.trim()
}
