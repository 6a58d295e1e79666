import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from '../../../scripts/processes/folder-lock.ts'
import { spawnGroup } from '../../../scripts/processes/process-group.ts'
import { startParentWatcher } from '../../../scripts/processes/start-parent-watcher.ts'
import { findOnPath } from '../../../scripts/services/common-sources.ts'
import { cacheFolder, projectFolder } from './cache-folder.ts'
import { clients, type Engine } from './engine.ts'
import { type FileSystemPlan, keptFileSystem, keptFolder } from './file-system.ts'
import { interrupted } from './interruption.ts'

const plan: FileSystemPlan = {
  suite: 'trixie',
  packages: [
    ...['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx'],
    ...['slirp4netns', 'iptables', 'iproute2', 'ca-certificates', 'openssl', 'procps'],
  ],
}

/** Why no engine can be brought up on this machine; undefined where it can be tried. */
export async function whyNoOwnEngine(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'bringing one up needs Linux'
  if (process.getuid?.() !== 0) return 'bringing one up needs root'
  for (const name of ['apt-get', 'dpkg', 'unshare', 'nsenter', 'perl'])
    if (!(await findOnPath(name))) return `bringing one up needs ${name}`
  if (!existsSync('/dev/net/tun')) return 'bringing one up needs /dev/net/tun'
  return undefined
}

/** Whether an earlier run has filled the cache. */
export const isCacheFilled = () =>
  existsSync(keptFolder('engine', plan)) && existsSync(join(cacheFolder, 'data', 'image'))

/**
 * Brings up Docker in namespaces of its own: this machine gets no package, interface, firewall rule or mount. It ends
 * with this process, also when it is killed.
 */
export async function startOwnEngine(): Promise<Engine & { folder: string }> {
  const data = join(cacheFolder, 'data')
  await mkdir(data, { recursive: true })
  const lock = await lockFolder(cacheFolder, console.log)
  const root = await keptFileSystem('engine', plan).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const stopParentWatcher = startParentWatcher(lock)
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-deployment-'))
  const script = join(import.meta.dirname, 'start-engine.sh')
  const { running } = await spawnGroup('sh', [script, root, data, folder, projectFolder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  lock.add({ name: 'the container engine', pid: running.pid, marker: script })
  const stop = async () => {
    await running.stop(8_000)
    lock.release()
    stopParentWatcher()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await connect(running.pid, folder)), folder, stop }
  } catch (error) {
    const log = await readFile(join(folder, 'dockerd.log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`The container engine did not start: ${String(error)}\n${log.slice(-2_000)}`)
  }
}

async function connect(supervisor: number, folder: string): Promise<Omit<Engine, 'stop'>> {
  const socket = `unix://${join(folder, 'docker.sock')}`
  const deadline = Date.now() + 60_000
  for (;;) {
    // The supervisor's child made the namespaces, and that one's child is the first process in them.
    const first = await onlyChild(await onlyChild(supervisor))
    const inside = ['nsenter', '--target', String(first), '--mount', '--pid', '--']
    const env = {
      DOCKER_HOST: socket,
      DOCKER_CONFIG: join(folder, 'client'),
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    }
    const both = clients(inside, { docker: ['docker'], compose: ['docker', 'compose'], env })
    const version = first ? await both.docker(['version', '--format', '{{.Server.Version}}']) : undefined
    if (version?.code === 0) {
      const compose = await both.compose(['version', '--short'])
      return {
        ...both,
        description: `Docker ${version.output} with Compose ${compose.output}, brought up in namespaces of its own`,
        isOwn: true,
        program: (command) => ({
          command: ['nsenter', `--net=/proc/${first}/root/run/engine.net`, '--', ...command],
          env: { DOCKER_HOST: socket },
        }),
      }
    }
    if (Date.now() > deadline || interrupted.aborted) throw new Error(version?.output ?? 'no process runs')
    await sleep(200)
  }
}

async function onlyChild(pid: number): Promise<number> {
  if (!pid) return 0
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number(text.trim().split(' ')[0] || 0)
}
