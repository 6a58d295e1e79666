import { createHash } from 'node:crypto'
import { parseRedisAddress } from '@jhatpat/shared/platform/redis-address.ts'
import { Redis } from 'ioredis'
import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'

const timeoutMs = 10_000

/** Connects as the address says; with `one` server only. @throws CliError when the server refuses the password */
async function withRedis<T>(url: string, run: (redis: Redis, user: string) => Promise<T>): Promise<T> {
  const { kind, nodes, username: user = 'default', password = '', isEncrypted } = parseRedisAddress(url)
  if (kind !== 'one')
    throw new CliError(
      'REDIS_URL names several servers: let them accept a second password, then give the new address with --from.',
    )
  const redis = new Redis({
    ...nodes[0],
    ...(isEncrypted && { tls: {} }),
    lazyConnect: true,
    // Nothing is sent before the login, whose answer is wanted.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect().catch(() => {
      throw new Fault('Redis does not answer at REDIS_URL.')
    })
    await redis.auth(user, password).catch((error: Error) => {
      throw error.message.startsWith('WRONGPASS') ? new CliError('Redis refuses the password.') : error
    })
    return await run(redis, user)
  } finally {
    redis.disconnect()
  }
}

/** Whether a new connection is accepted. */
const isAccepted = (url: string): Promise<boolean> =>
  withRedis(url, (redis) => redis.ping()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CliError) return false
      throw error
    },
  )

/** As the hash, so that neither a log nor MONITOR of Redis shows it. */
const hashed = (password: string) => `#${createHash('sha256').update(password).digest('hex')}`

type Replaced = { url: string; nextUrl: string; nextPassword: string }

/** @throws CliError when this Redis is not asked as `url` says, or its user may not change passwords */
export async function checkRedisLogin({ url }: { url: string }): Promise<void> {
  await withRedis(url, (redis, user) => redis.acl('GETUSER', user)).catch((error: Error) => {
    throw error.message.startsWith('NOPERM')
      ? new CliError('The user of REDIS_URL may not change passwords: give the new address with --from.')
      : error
  })
}

/** Lets Redis accept a second password of the same user. May be repeated. @throws Fault when it is refused after all */
export async function acceptRedisPassword({ url, nextUrl, nextPassword }: Replaced): Promise<void> {
  await withRedis(url, (redis, user) => redis.acl('SETUSER', user, hashed(nextPassword)))
  if (!(await isAccepted(nextUrl))) throw new Fault('Redis refuses the new password.')
  if (!(await isAccepted(url))) throw new Fault('Redis refuses the former password already.')
}

/**
 * Connections that began before the new password was in use: those of processes that cannot have it. Redis does not say
 * with which password a connection began.
 * @returns their addresses
 */
export function formerRedisConnections({
  url,
  newForMs,
}: {
  url: string
  newForMs: number
}): Promise<string[]> {
  return withRedis(url, async (redis) => {
    const kinds = ['normal', 'pubsub'].map((kind) => redis.call('CLIENT', 'LIST', 'TYPE', kind))
    return (await Promise.all(kinds))
      .map(String)
      .join('\n')
      .split('\n')
      .filter((line) => Number(/\bage=(\d+)/.exec(line)?.[1] ?? 0) * 1_000 > newForMs + 1_000)
      .map((line) => /\baddr=(\S+)/.exec(line)?.[1] ?? 'an unknown address')
  })
}

/** Lets Redis accept the new password alone. May be repeated. @throws Fault when the former one is still accepted */
export async function withdrawRedisPassword({ url, nextUrl, nextPassword }: Replaced): Promise<void> {
  await withRedis(nextUrl, (redis, user) => redis.acl('SETUSER', user, 'resetpass', hashed(nextPassword)))
  if (!(await isAccepted(nextUrl))) throw new Fault('Redis refuses the new password.')
  // Continued after the files were written, the former one is no longer known.
  if (url !== nextUrl && (await isAccepted(url))) throw new Fault('Redis still accepts the former password.')
}
