import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { createNetworkLink, type NetworkLink } from '../../support/tcp-proxy.ts'
import type { Servers } from './servers.ts'

export type RemoteServer = 'mongo' | 'redis' | 'suppliers'

/** A network link from each process to each server that it uses. */
export type NetworkLinks = {
  of(process: string, far: RemoteServer): NetworkLink
  /** All links to a server, of the processes whose name has this prefix. */
  to(far: RemoteServer, process?: string): NetworkLink[]
  /** The addresses of a process's links. */
  envFor(process: string, addresses: { simulators: string; smtp: string }): Record<string, string>
  close(): Promise<void>
}

/**
 * @param proxied false where a replica set of several nodes names its own addresses, which bypass the links
 */
export async function createNetworkLinks(
  processes: readonly string[],
  to: { servers: Servers; simulatorPort: number; proxied: boolean },
): Promise<NetworkLinks> {
  const targets: Record<RemoteServer, number> = {
    mongo: to.servers.mongoPort,
    redis: to.servers.redisPort,
    suppliers: to.simulatorPort,
  }
  const links = new Map<string, NetworkLink>()
  for (const process of processes) {
    for (const [far, port] of Object.entries(targets))
      links.set(`${process}-${far}`, await createNetworkLink(port))
  }
  const of = (process: string, far: RemoteServer) => links.get(`${process}-${far}`)!
  return {
    of,
    to: (far, process = '') =>
      [...links]
        .filter(([name]) => name.startsWith(process) && name.endsWith(`-${far}`))
        .map(([, link]) => link),
    envFor: (process, { simulators, smtp }) => ({
      MONGODB_URI: to.proxied
        ? `mongodb://127.0.0.1:${of(process, 'mongo').port}/jhatpat?directConnection=true`
        : to.servers.mongoUri,
      REDIS_URL: `redis://127.0.0.1:${of(process, 'redis').port}`,
      ...Object.fromEntries(
        everyVendor.map(({ name, kind, address, simulator }) => {
          if (simulator.protocol === 'smtp') return [address, smtp]
          const wire = `http://127.0.0.1:${of(process, 'suppliers').port}`
          return [address, `${kind === 'supplier' ? wire : simulators}/${name}`]
        }),
      ),
    }),
    close: async () => {
      await Promise.all([...links.values()].map((link) => link.close()))
    },
  }
}
