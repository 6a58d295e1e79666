import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CliContext } from '../../../scripts/cli/kit/command.ts'
import type { Docker } from '../../../scripts/cli/roll/docker.ts'
import { FakeDocker } from '../../../scripts/cli/roll/fake-docker.ts'
import {
  type RotationResult,
  type RotationTarget,
  rotateSecret,
} from '../../../scripts/cli/rotate/rotate-secret.ts'
import { stepScript } from '../../../scripts/cli/rotate/rotation.ts'
import { answerStep } from '../../../scripts/cli/rotate/server-steps.ts'
import type { Service } from '../../support/service-harness.ts'

/** A process of the shop. It has the secrets as they were when it started. */
export type ShopProcess = { stop(): Promise<void> }

const image = 'sha256:current'

/**
 * A shop in containers, of which only Docker is a fake: the files are real, and so are the servers that the steps reach.
 */
export class RotationKit {
  readonly folder = mkdtempSync(join(tmpdir(), 'jhatpat-rotation-'))
  readonly docker = new FakeDocker(image)
  /** All that was printed or passed to a program as an argument. */
  readonly shown: string[] = []
  /** As the containers have them. */
  settings: NodeJS.ProcessEnv = {}
  /** Starts what runs in each container. */
  startProcess: () => Promise<ShopProcess> = async () => ({ stop: async () => undefined })
  /** Kills the command at this of its events, counted from 1. */
  killAt = Number.POSITIVE_INFINITY
  /** The message with which a step finds no database. */
  failDatabase = ''
  private readonly service: Pick<Service, 'clock' | 'deps' | 'env'>
  private events = 0
  private readonly processes = new Map<string, ShopProcess>()

  /** @param secrets by path, such as `app/SMS_KEY` */
  constructor(service: Pick<Service, 'clock' | 'deps' | 'env'>, secrets: Record<string, string>) {
    this.service = service
    for (const name of ['app', 'mongo', 'redis']) mkdirSync(join(this.folder, name))
    for (const [path, value] of Object.entries(secrets)) {
      writeFileSync(join(this.folder, path), `${value}\n`)
      chmodSync(join(this.folder, path), 0o444)
    }
    this.docker.secretsFolder = join(this.folder, 'app')
    // The first processes started after the secrets were written.
    for (const one of this.docker.containers) one.created = Date.now() + 1
  }

  /** The secret without its line break; undefined without a file. */
  secret(path: string): string | undefined {
    const file = join(this.folder, path)
    return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '') : undefined
  }

  async rotate(target: RotationTarget, value?: string): Promise<RotationResult> {
    this.events = 0
    await this.startMissing()
    try {
      const result = await rotateSecret(target, {
        docker: this.run,
        report: (line) => {
          this.shown.push(line)
          this.event()
        },
        sleep: async () => undefined,
        readyWithinMs: 30_000,
        actor: { userId: 'operator', name: 'asha (operator)', from: 'a-machine' },
        ...(value !== undefined && { value }),
      })
      this.shown.push(JSON.stringify(result))
      return result
    } catch (error) {
      this.shown.push(String((error as Error).stack))
      throw error
    }
  }

  async remove(): Promise<void> {
    for (const one of this.processes.values()) await one.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private event(): void {
    this.events += 1
    if (this.events >= this.killAt) throw new Error('The command was killed.')
  }

  private readonly run: Docker = async (args, options = {}) => {
    this.event()
    this.shown.push(args.join(' '))
    if (args[0] === 'stop') await this.processes.get(String(args[1]))?.stop()
    const ran = args.includes(stepScript)
      ? {
          code: 0,
          stdout: JSON.stringify(await answerStep(options.input ?? '', this.context())),
          stderr: '',
        }
      : await this.docker.run(args, options)
    if (args.includes(stepScript)) this.shown.push(ran.stdout)
    await this.startMissing()
    this.event()
    const isConfig = args[1] === 'config' && args.includes('json')
    return isConfig ? { ...ran, stdout: this.withServers(ran.stdout) } : ran
  }

  private async startMissing(): Promise<void> {
    for (const { id, running } of this.docker.containers)
      if (running && !this.processes.has(id)) this.processes.set(id, await this.startProcess())
  }

  /** What docker-compose.yml says of the secrets. */
  private withServers(config: string): string {
    const parsed = JSON.parse(config) as { services: Record<string, { environment?: object }> }
    const files = (...names: string[]) =>
      Object.fromEntries(
        names.map((name) => [`${name}_FILE`, `/run/secrets/${name.replace('JHATPAT', 'MONGODB')}`]),
      )
    const volumes = (name: string) => [{ source: join(this.folder, name), target: '/run/secrets' }]
    const { api, workers } = parsed.services
    for (const one of [api, workers])
      Object.assign(one?.environment ?? {}, {
        ...files('MONGODB_URI', 'REDIS_URL', 'SMTP_URL', 'UPIGATEWAY_KEY'),
        ...files('SMILE_KEY', 'MOOGOLD_SECRET', 'SMS_KEY'),
      })
    const root = {
      MONGO_INITDB_ROOT_USERNAME: 'root',
      MONGO_INITDB_ROOT_PASSWORD_FILE: '/run/secrets/MONGODB_ROOT_PASSWORD',
    }
    const mongo = { environment: { ...root, ...files('JHATPAT_PASSWORD') }, volumes: volumes('mongo') }
    const redis = { environment: files('REDIS_PASSWORD'), volumes: volumes('redis') }
    return JSON.stringify({ ...parsed, services: { ...parsed.services, mongo, redis } })
  }

  private context(): CliContext {
    const { clock, deps, env } = this.service
    return {
      settings: this.settings,
      env: () => env,
      database: async () => {
        if (this.failDatabase !== '') throw new Error(this.failDatabase)
        return { clock, name: 'the test' }
      },
      deps: async () => deps,
      ask: async () => '',
      report: () => undefined,
    }
  }
}

/** Kills the command at its first event, then at its second, and so on, until it ends. @returns how often it was killed */
export async function rotateInterrupted(kit: RotationKit, target: RotationTarget): Promise<number> {
  for (kit.killAt = 1; ; kit.killAt += 1) {
    const result = await kit.rotate(target).catch(() => undefined)
    if (result) {
      const kills = kit.killAt - 1
      kit.killAt = Number.POSITIVE_INFINITY
      return kills
    }
  }
}
