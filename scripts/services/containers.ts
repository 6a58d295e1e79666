import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { parse } from 'yaml'
import { engineAnswers } from './docker-engine.ts'
import { deadTransactionSeconds } from './mongodb.ts'
import { formReplicaSet } from './replica-set.ts'
import { startContainerWatcher } from './start-container-watcher.ts'

/** MongoDB and Redis in containers, for tests on machines with a Docker engine. */
export interface ContainedServices {
  mongodbUri: string
  redisUrl: string
  /** The images, for the terminal. */
  source: string
  stop(): Promise<void>
}

/**
 * Starts both in containers of the versions that docker-compose.yml names. Returns the reason when no engine responds
 * or an image is not available.
 */
export async function startContainers(): Promise<ContainedServices | { passedOver: string }> {
  if (!(await engineAnswers())) return { passedOver: 'no Docker engine answers' }
  // Its clean-up container would be one more image to fetch; the watcher does the same.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  const [name, value] = ['com.jhatpat.test-run', randomUUID()]
  const stopWatcher = startContainerWatcher(`${name}=${value}`)
  const started: StartedTestContainer[] = []
  const stop = async () => {
    await Promise.all(started.map((container) => container.stop({ timeout: 2_000 })))
    stopWatcher()
  }
  try {
    const images = await deployedImages()
    const labels = { [name]: value }
    const starting = [startMongo(images.mongo, labels), startRedis(images.redis, labels)]
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
      source: `containers of ${images.mongo} and ${images.redis}`,
      stop,
    }
  } catch (error) {
    await stop()
    return { passedOver: error instanceof Error ? error.message : String(error) }
  }
}

/** The images of docker-compose.yml, by name and version: an image that was imported has no digest. */
export async function deployedImages(): Promise<{ mongo: string; redis: string }> {
  const text = await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
  const { services } = parse(text, { merge: true }) as { services: Record<string, { image: string }> }
  const imageOf = (service: string) => services[service]?.image.replace(/@.*$/, '') ?? ''
  return { mongo: imageOf('mongo'), redis: imageOf('redis') }
}

type Labels = Record<string, string>

function startMongo(image: string, labels: Labels): Promise<StartedTestContainer> {
  return new GenericContainer(image)
    .withLabels(labels)
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

function startRedis(image: string, labels: Labels): Promise<StartedTestContainer> {
  return new GenericContainer(image)
    .withLabels(labels)
    .withCommand(['redis-server', '--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000)
    .start()
}
