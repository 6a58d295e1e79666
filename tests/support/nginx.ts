import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../scripts/processes/free-port.ts'
import { cachedProgram, onPath } from '../../scripts/services/common-sources.ts'
import { debianPackages } from '../../scripts/services/debian-packages.ts'
import { programCache } from '../../scripts/services/program-cache.ts'
import { withLibraries } from '../../scripts/services/program-version.ts'
import { firstWorkingSource, type Program } from '../../scripts/services/source-chain.ts'
import { waitForPort } from '../../scripts/services/wait-for-port.ts'

const rule = { pattern: /nginx\/(\d+\.\d+\.\d+)/, flag: '-v', minimum: '1.18' }

/** @throws CliError, with what was tried, when this machine has no nginx and cannot get one */
export function findNginx(): Promise<Program> {
  const cache = programCache('nginx')
  const program = join('usr', 'sbin', 'nginx')
  return firstWorkingSource({
    wanted: 'nginx',
    sources: [
      onPath(['nginx'], rule),
      cachedProgram(cache, rule),
      debianPackages(cache, { packages: ['nginx'], program, rule }),
    ],
    advice: 'Install nginx so that it is on PATH.',
  })
}

export type RunningNginx = { url: string; stop(): Promise<void> }

/**
 * Starts nginx with the shop's own configuration in front of these servers; only its port, log and the
 * address of the api are replaced.
 * @param servers `127.0.0.1:3000`, one for each api process
 */
export async function startNginx(nginx: Program, servers: readonly string[]): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), await configuration({ folder, port, servers }))
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
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
  return { url: `http://127.0.0.1:${port}`, stop }
}

type Parts = { folder: string; port: number; servers: readonly string[] }

async function configuration({ folder, port, servers }: Parts): Promise<string> {
  const path = resolve(import.meta.dirname, '../../scripts/docker/nginx.conf')
  const ours = replaceEach(await readFile(path, 'utf8'), [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['http://api:3000;', 'http://api_processes;'],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${join(folder, 'pid')};`,
    'error_log stderr error;',
    'events { worker_connections 256; }',
    'http {',
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `upstream api_processes { ${servers.map((server) => `server ${server};`).join(' ')} }`,
    ours,
    '}',
  ].join('\n')
}

function replaceEach(text: string, pairs: readonly [string, string][]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`nginx.conf has no “${from}”`)
    return changed.replace(from, to)
  }, text)
}
