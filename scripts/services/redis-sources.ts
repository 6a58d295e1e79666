import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchChecked } from './checked-downloads.ts'
import { cachedProgram, findOnPath, hasAddress, onPath } from './common-sources.ts'
import { debianPackages } from './debian-packages.ts'
import { type ProgramCache, programCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { lastLine, runProgram } from './run-program.ts'
import type { Source } from './source-chain.ts'

const DEBIAN_PACKAGES = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']
const rule: VersionRule = { pattern: /v=(\d+\.\d+\.\d+)/, minimum: '7.0' }

/** The sources of a redis-server, best first. */
export function redisSources(cache: ProgramCache = programCache('redis-server')): Source[] {
  return [
    onPath(['redis-server', 'valkey-server'], rule),
    cachedProgram(cache, rule),
    debianPackages(cache, { packages: DEBIAN_PACKAGES, program: join('usr', 'bin', 'redis-server'), rule }),
    builtFromSource(cache),
  ]
}

const SOURCE_HOST = 'download.redis.io'
const SOURCE = 'redis-7.2.4'
const SOURCE_SHA256 = '8d104c26a154b29fd67d6568b4f375212212ad41e0c2caa3d66480e78dbd3b59'

/** Redis compiled here from its source, which is unpacked only when its hash is the known one. */
function builtFromSource(cache: ProgramCache): Source {
  return {
    name: 'a build from source',
    async find() {
      for (const name of ['make', 'cc', 'tar']) {
        if (!(await findOnPath(name))) return { passedOver: `there is no ${name}` }
      }
      if (!(await hasAddress(SOURCE_HOST))) return { passedOver: `${SOURCE_HOST} can't be reached` }
      const program = await cache.fill(buildRedis)
      return tryProgram(program, rule)
    },
  }
}

async function buildRedis(folder: string): Promise<{ program: string }> {
  const archive = join(folder, 'source.tar.gz')
  await fetchChecked(`https://${SOURCE_HOST}/releases/${SOURCE}.tar.gz`, SOURCE_SHA256, archive)
  await mustRun('tar', ['-xzf', archive, '-C', folder])
  const source = join(folder, SOURCE)
  await mustRun('make', ['-C', source, '-j2', 'MALLOC=libc', 'redis-server'], 600_000)
  await cp(join(source, 'src', 'redis-server'), join(folder, 'redis-server'))
  await rm(source, { recursive: true })
  await rm(archive)
  return { program: 'redis-server' }
}

async function mustRun(command: string, args: string[], timeoutMs = 60_000): Promise<void> {
  const ran = await runProgram(command, args, { timeoutMs })
  if (ran.code !== 0) throw new Error(lastLine(ran.output))
}
