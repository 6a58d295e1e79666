import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findOnPath, hasAddress, kept, onPath } from './common-sources.ts'
import type { Source } from './ladder.ts'
import { type ProgramCache, programCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { lastLine, runProgram } from './run-program.ts'

const rule: VersionRule = { pattern: /v=(\d+\.\d+\.\d+)/, minimum: '7.0' }

/** Where a redis-server may come from, best first. */
export function redisSources(cache: ProgramCache = programCache('redis-server')): Source[] {
  return [
    onPath(['redis-server', 'valkey-server'], rule),
    kept(cache, rule),
    debianPackages(cache),
    builtFromSource(cache),
  ]
}

const DEBIAN_PACKAGES = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']

/** The distribution's packages, unpacked into the cache: nothing is installed and no service starts. */
function debianPackages(cache: ProgramCache): Source {
  return {
    name: "Debian's or Ubuntu's packages",
    async find() {
      if (!(await findOnPath('apt-get')) || !(await findOnPath('dpkg')))
        return { passedOver: 'there is no apt-get' }
      const program = await cache.fill(unpackPackages)
      return tryProgram(program, rule)
    },
  }
}

async function unpackPackages(folder: string): Promise<{ program: string; libraries: string }> {
  const download = join(folder, 'download')
  await mkdir(download)
  await downloadPackages(download)
  for (const name of await readdir(download)) {
    const unpacked = await runProgram('dpkg', ['-x', join(download, name), folder])
    if (unpacked.code !== 0) throw new Error(lastLine(unpacked.output))
  }
  await rm(download, { recursive: true })
  const triplets = await readdir(join(folder, 'usr', 'lib'))
  const triplet = triplets.find((name) => name.endsWith('-linux-gnu') || name.endsWith('-linux-gnueabihf'))
  if (!triplet) throw new Error('the packages hold no libraries')
  return { program: join('usr', 'bin', 'redis-server'), libraries: join('usr', 'lib', triplet) }
}

async function downloadPackages(cwd: string): Promise<void> {
  const download = () => runProgram('apt-get', ['download', '-qq', ...DEBIAN_PACKAGES], { cwd })
  const first = await download()
  if (first.code === 0) return
  if (process.getuid?.() !== 0) throw new Error(`${lastLine(first.output)} (try: sudo apt-get update)`)
  await runProgram('apt-get', ['update', '-qq'])
  const second = await download()
  if (second.code !== 0) throw new Error(lastLine(second.output))
}

const SOURCE_HOST = 'download.redis.io'
const BUILDER = 'redis-memory-server@0.17.1'

/**
 * Redis built here from its source by redis-memory-server. That package is fetched only when it is needed: as a
 * dependency its install step would download and build on every machine.
 */
function builtFromSource(cache: ProgramCache): Source {
  return {
    name: 'a build from source',
    async find() {
      if (!(await findOnPath('make'))) return { passedOver: 'there is no make' }
      if (!(await hasAddress(SOURCE_HOST))) return { passedOver: `${SOURCE_HOST} can't be reached` }
      const program = await cache.fill(buildRedis)
      return tryProgram(program, rule)
    },
  }
}

interface RedisBuilder {
  default: { getPath(options: { version: string; downloadDir: string }): Promise<string> }
}

async function buildRedis(folder: string): Promise<{ program: string }> {
  const builder = join(folder, 'builder')
  await mkdir(builder)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = [
    'install',
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    builder,
    BUILDER,
  ]
  const installed = await runProgram(npm, args, { cwd: builder, timeoutMs: 180_000 })
  if (installed.code !== 0) throw new Error(lastLine(installed.output))
  const require = createRequire(join(builder, 'package.json'))
  const { default: binary } = require('redis-memory-server/lib/util/RedisBinary.js') as RedisBuilder
  const built = await binary.getPath({ version: 'stable', downloadDir: join(builder, 'download') })
  const name = process.platform === 'win32' ? 'redis-server.exe' : 'redis-server'
  await cp(built, join(folder, name))
  await rm(builder, { recursive: true, force: true })
  return { program: name }
}
