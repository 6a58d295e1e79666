import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../../scripts/processes/free-port.ts'
import { spawnGroup } from '../../../scripts/processes/process-group.ts'
import { withLibraries } from '../../../scripts/services/program-version.ts'
import { redisSources } from '../../../scripts/services/redis-sources.ts'
import { firstWorkingSource } from '../../../scripts/services/source-chain.ts'
import { waitForPort } from '../../../scripts/services/wait-for-port.ts'

/** Runs the very command of docker-compose.yml, with folders and a port of the test's own. */
async function startRedisOfCompose(secrets: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'jhatpat-redis-'))
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`)
  const compose = parse(await readFile(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8'))
  const program = await firstWorkingSource({ wanted: 'Redis', sources: redisSources(), advice: '' })
  const port = await freePort()
  const script = String(compose.services.redis.command[2])
    .replaceAll('$$', '$')
    .replaceAll('/tmp/', `${folder}/`)
    .replace('--dir /data', `--dir ${folder} --port ${port} --bind 127.0.0.1`)
    .replace('exec redis-server', `exec ${program.path}`)
  const { running } = await spawnGroup('sh', ['-c', script], {
    stdio: 'ignore',
    env: {
      ...withLibraries(process.env, program.libraries),
      REDIS_PASSWORD_FILE: join(folder, 'REDIS_PASSWORD'),
    },
  })
  onTestFinished(async () => {
    await running.stop(2_000)
    rmSync(folder, { recursive: true })
  })
  expect(await waitForPort(port, running.exited)).toBe('listening')
  return port
}

async function answerTo(port: number, password?: string): Promise<string> {
  const redis = new Redis(port, {
    ...{ retryStrategy: () => null, enableReadyCheck: false, disableClientInfo: true, protocol: 2 },
  })
  redis.on('error', () => undefined)
  try {
    if (password !== undefined) await redis.auth(password)
    return await redis.set('key', 'value')
  } catch (error) {
    return String((error as Error).message).split(' ')[0] ?? ''
  } finally {
    redis.disconnect()
  }
}

describe('Redis, as docker-compose.yml starts it', () => {
  it('accepts its password alone', async () => {
    const port = await startRedisOfCompose({ REDIS_PASSWORD: 'present' })
    expect(await answerTo(port, 'present')).toBe('OK')
    expect([await answerTo(port, 'next'), await answerTo(port)]).toEqual(['WRONGPASS', 'NOAUTH'])
  })

  it('accepts a second one, with the same rights, while a rotation has not ended', async () => {
    const port = await startRedisOfCompose({ REDIS_PASSWORD: 'present', 'REDIS_PASSWORD.next': 'next' })
    expect([await answerTo(port, 'present'), await answerTo(port, 'next')]).toEqual(['OK', 'OK'])
    expect([await answerTo(port, 'another'), await answerTo(port)]).toEqual(['WRONGPASS', 'NOAUTH'])
  })
})
