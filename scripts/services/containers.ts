import { connect } from 'node:net'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { deadTransactionSeconds } from './mongodb.ts'
import { formReplicaSet } from './replica-set.ts'

/** MongoDB and Redis in containers, for tests on machines with a Docker engine. */
export interface ContainedServices {
  mongodbUri: string
  redisUrl: string
  stop(): Promise<void>
}

/** Starts both in containers. Returns the reason when no engine responds or an image is not available. */
export async function startContainers(): Promise<ContainedServices | { passedOver: string }> {
  if (!(await engineAnswers())) return { passedOver: 'no Docker engine answers' }
  // Its clean-up container would be one more image to fetch, and `stop` stops everything started here.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  const started: StartedTestContainer[] = []
  const stop = async () => {
    await Promise.all(started.map((container) => container.stop({ timeout: 2_000 })))
  }
  try {
    const starting = [startMongo(), startRedis()]
    const results = await Promise.allSettled(starting)
    started.push(...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))
    const [mongo, redis] = await Promise.all(starting)
    if (!mongo || !redis) throw new Error('a container is missing')
    const mongoAddress = `${mongo.getHost()}:${mongo.getMappedPort(27017)}`
    await formReplicaSet(mongoAddress, ['127.0.0.1:27017'])
    return {
      // Connects directly to the node: the set's own address is valid only inside the container.
      mongodbUri: `mongodb://${mongoAddress}/jhatpat?directConnection=true`,
      redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
      stop,
    }
  } catch (error) {
    await stop()
    return { passedOver: error instanceof Error ? error.message : String(error) }
  }
}

function startMongo(): Promise<StartedTestContainer> {
  return new GenericContainer('mongo:8')
    .withCommand([
      '--replSet',
      'rs0',
      '--bind_ip_all',
      '--setParameter',
      'enableTestCommands=1',
      '--setParameter',
      `transactionLifetimeLimitSeconds=${deadTransactionSeconds}`,
    ])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000)
    .start()
}

function startRedis(): Promise<StartedTestContainer> {
  return new GenericContainer('redis:7')
    .withCommand(['redis-server', '--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000)
    .start()
}

/**
 * Whether an engine responds at DOCKER_HOST, or at the default socket: checked first, because a failing
 * start is slow.
 */
export function engineAnswers(dockerHost = process.env.DOCKER_HOST, timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(engineAddress(dockerHost))
    const answer = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(timeoutMs, () => answer(false))
    socket.once('connect', () => socket.write('GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n'))
    socket.once('data', (data) => answer(/^HTTP\/1\.\d 200/.test(data.toString())))
    socket.once('error', () => answer(false))
    socket.once('close', () => answer(false))
  })
}

function engineAddress(dockerHost: string | undefined): { path: string } | { host: string; port: number } {
  if (!dockerHost)
    return { path: process.platform === 'win32' ? '//./pipe/docker_engine' : '/var/run/docker.sock' }
  const url = new URL(dockerHost)
  if (url.protocol === 'unix:') return { path: url.pathname }
  return { host: url.hostname, port: Number(url.port || 2375) }
}
