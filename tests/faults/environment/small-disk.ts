import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { runProgram } from '../../../scripts/services/run-program.ts'
import type { FaultEnvironment } from './environment.ts'

export type SmallDisk = {
  /** The kind of disk, for the report. */
  kind: 'a disk of 24 MB' | 'a Redis told to refuse writes'
  fill(): Promise<void>
  /** Whether Redis rejects writes now. */
  isFelt(): Promise<boolean>
  free(): Promise<void>
}

/**
 * Moves Redis to a disk that can be filled, while `use` runs. Where none can be mounted (that needs root on
 * Linux), Redis is configured to reject writes, as it does on a full disk.
 */
export async function withFullDisk(
  environment: FaultEnvironment,
  use: (disk: SmallDisk) => Promise<void>,
): Promise<void> {
  const folder = join(environment.folder, 'small-disk')
  await mkdir(folder)
  const mounted = await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
  if (mounted.code !== 0)
    return use({ ...refusingRedis(environment), isFelt: () => refusesWrites(environment) })
  try {
    await environment.servers.killRedis()
    await environment.servers.restartRedis(join(folder, 'redis'))
    await use({ ...realDisk(folder), isFelt: () => refusesWrites(environment) })
  } finally {
    await environment.servers.killRedis()
    await runProgram('umount', [folder])
    await environment.servers.restartRedis(join(environment.folder, 'redis-after'))
  }
}

async function refusesWrites({ servers }: FaultEnvironment): Promise<boolean> {
  const redis = new Redis(servers.redisPort, '127.0.0.1')
  const refused = await redis.set('faults:is-full', '1').then(
    () => false,
    () => true,
  )
  redis.disconnect()
  return refused
}

type Disk = Omit<SmallDisk, 'isFelt'>

function realDisk(folder: string): Disk {
  const ballast = join(folder, 'ballast')
  return {
    kind: 'a disk of 24 MB',
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined)
    },
    free: () => rm(ballast, { force: true }),
  }
}

function refusingRedis({ servers }: FaultEnvironment): Disk {
  const configure = async (replicas: string) => {
    const redis = new Redis(servers.redisPort, '127.0.0.1')
    await redis.config('SET', 'min-replicas-to-write', replicas)
    redis.disconnect()
  }
  return { kind: 'a Redis told to refuse writes', fill: () => configure('1'), free: () => configure('0') }
}
