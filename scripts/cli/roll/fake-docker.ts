import type { Docker, Ran } from './docker.ts'
import type { RolledService } from './shop-file.ts'

export interface FakeContainer {
  id: string
  service: RolledService
  number: number
  imageId: string
  hash: string
  created: number
  restarts: number
  running: boolean
  health: 'starting' | 'healthy' | 'unhealthy'
  /** Answers to `inspect` until it is healthy. */
  readyAfter: number
  metricsRead: number
}

const failed = (stderr: string): Ran => ({ code: 1, stdout: '', stderr })

interface FakeImage {
  id: string
  /** Not an image of the shop. */
  isForeign?: boolean
  /** Its processes never become ready. */
  isBroken?: boolean
}

/** The parts of Docker and Compose that a roll uses, with two processes of each service. */
export class FakeDocker {
  readonly images = new Map<string, FakeImage>()
  containers: FakeContainer[] = []
  hash = 'aaaa'
  metricsPort = '9464'
  secretsFolder = ''
  /** What a container answers when its metrics are read for the n-th time, by its image. */
  metrics = new Map<string, (time: number) => string>()
  metricsOf: (one: FakeContainer) => ((time: number) => string) | undefined = ({ imageId }) =>
    this.metrics.get(imageId)
  contracting: string[] = []
  /** What clients print beside each result. */
  warning = ''
  /** The fewest processes of a service that were ready at one time. */
  leastReady = 2
  /** Every command, as one line. */
  readonly commands: string[] = []
  /** Called before each command; throws to kill the roll there. */
  before: (command: string) => void = () => undefined
  /** By id; an image stays when it loses its name. */
  private readonly known = new Map<string, FakeImage>()
  private next = 1

  constructor(imageId: string) {
    this.images.set('jhatpat-app', { id: imageId })
    this.known.set(imageId, { id: imageId })
    for (const service of ['api', 'workers'] as const) for (let n = 0; n < 2; n += 1) this.add(service, 0)
  }

  readonly run: Docker = async (args, { env = {} } = {}) => {
    const command = args.join(' ')
    for (const image of this.images.values()) this.known.set(image.id, image)
    this.before(command)
    this.commands.push(command)
    const result = this.answer([...args], env)
    for (const service of ['api', 'workers'])
      this.leastReady = Math.min(
        this.leastReady,
        this.containers.filter((one) => one.service === service && one.running && one.health === 'healthy')
          .length,
      )
    return typeof result === 'string' ? { code: 0, stdout: result, stderr: this.warning } : result
  }

  /** What runs: `api 1 sha256:old`. */
  get running(): string[] {
    return this.containers
      .filter(({ running }) => running)
      .map(({ service, number, imageId }) => `${service} ${number} ${imageId}`)
  }

  /** Serves no more, and does not recover. */
  setUnready(one: FakeContainer): void {
    one.health = 'unhealthy'
  }

  private add(service: RolledService, readyAfter: number): void {
    const image = this.images.get('jhatpat-app')
    const numbers = this.containers.filter((one) => one.service === service).map(({ number }) => number)
    this.containers.push({
      id: `c${this.next}`,
      service,
      number: Math.max(0, ...numbers) + 1,
      imageId: image?.id ?? '',
      hash: this.hash,
      created: this.next <= 4 ? Date.now() - 3_600_000 + this.next : Date.now(),
      restarts: 0,
      running: true,
      health: readyAfter === 0 ? 'healthy' : 'starting',
      readyAfter: image?.isBroken ? Number.POSITIVE_INFINITY : readyAfter,
      metricsRead: 0,
    })
    this.next += 1
  }

  private answer(args: string[], env: Record<string, string>): string | Ran {
    const [first = ''] = args
    if (first === 'compose') return this.compose(args.slice(1), env)
    if (first === 'ps') return this.list(args)
    if (first === 'image') return this.image(args)
    if (first === 'inspect') return this.inspect(args)
    if (first === 'tag') return this.tag(args)
    const one = this.containers.find(({ id }) => id === args.find((arg) => /^c\d+$/.test(arg)))
    return one ? this.change(first, one) : failed('No such container')
  }

  private tag([, from = '', to = '']: string[]): string | Ran {
    const image = this.images.get(from) ?? this.known.get(from)
    if (!image) return failed(`No such image: ${from}`)
    this.images.set(to, image)
    return ''
  }

  private change(action: string, one: FakeContainer): string {
    if (action === 'stop') one.running = false
    if (action === 'rm') this.containers = this.containers.filter((other) => other !== one)
    if (action === 'logs') return 'Setting SECRET_KEY is missing.'
    if (action !== 'exec') return ''
    one.metricsRead += 1
    return this.metricsOf(one)?.(one.metricsRead) ?? ''
  }

  private compose([action, ...args]: string[], env: Record<string, string>): string | Ran {
    if (action === 'version') return '2.40.3'
    if (action === 'config' && args.includes('--hash')) return `api ${this.hash}\nworkers ${this.hash}`
    if (action === 'config') {
      const environment = { METRICS_PORT: this.metricsPort }
      const volumes =
        this.secretsFolder === '' ? [] : [{ source: this.secretsFolder, target: '/run/secrets' }]
      const service = { image: 'jhatpat-app', deploy: { replicas: 2 }, environment, volumes }
      return JSON.stringify({ name: 'jhatpat', services: { api: service, workers: service, backup: {} } })
    }
    if (action === 'run')
      return args.includes('migrate:status') ? JSON.stringify({ contracting: this.contracting }) : ''
    const service = args.at(-1)
    if (service !== 'api' && service !== 'workers') return ''
    const wanted = Number(env[service === 'api' ? 'API_PROCESSES' : 'WORKER_PROCESSES'])
    const counted = this.containers.filter((one) => one.service === service)
    for (let count = counted.length; count < wanted; count += 1) this.add(service, 2)
    return ''
  }

  private list(args: readonly string[]): string {
    const service = args.find((arg) => arg.includes('compose.service='))?.split('=')[2]
    return this.containers
      .filter((one) => one.service === service)
      .map(({ id }) => id)
      .join('\n')
  }

  private image(args: readonly string[]): string | Ran {
    const name = String(args.at(-1))
    if (args[1] === 'rm') return this.images.delete(name) ? '' : failed('')
    const image = this.images.get(name)
    if (!image) return failed(`No such image: ${name}`)
    const labels = {
      'org.opencontainers.image.title': image.isForeign ? 'Another' : 'Jhatpat',
      'org.opencontainers.image.version': '1.0.0',
      'org.opencontainers.image.revision': 'abcdef012345',
    }
    return `${image.id} ${JSON.stringify(labels)}`
  }

  private inspect(args: readonly string[]): string | Ran {
    const found = this.containers.filter(({ id }) => args.includes(id))
    for (const one of found) {
      one.readyAfter -= 1
      if (one.health === 'starting' && one.readyAfter <= 0) one.health = 'healthy'
    }
    if (args.includes('--format'))
      return found.map(({ running, health }) => `${running} ${health} 0`).join('\n')
    return JSON.stringify(
      found.map(({ id, service, number, imageId, hash, created, running, health, restarts }) => ({
        Id: id,
        Name: `/jhatpat-${service}-${number}`,
        Image: imageId,
        Created: new Date(created).toISOString(),
        RestartCount: restarts,
        State: { Status: running ? 'running' : 'exited', Running: running, Health: { Status: health } },
        Config: { Labels: { 'com.docker.compose.config-hash': hash } },
      })),
    )
  }
}
