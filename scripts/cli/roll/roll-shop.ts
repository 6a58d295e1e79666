import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'
import { type Docker, succeed } from './docker.ts'
import { chooseImage, endReturn } from './images.ts'
import { type Roll, type RollOptions, replaceProcesses } from './replace-processes.ts'
import { rollCanaries } from './roll-canaries.ts'
import { readShopFile, rolledServices } from './shop-file.ts'

export type RollResult = {
  /** `sha256:…` */
  image: string
  replaced: number
  /** Migrations that can run now that no process of the former version is left. */
  contracting: string[]
}

/**
 * Replaces the shop's processes one at a time: a new one is ready before a former one is asked to stop. What is done is
 * read from the containers each time, so a roll that was interrupted is continued by the next one.
 * @throws CliError when nothing was started; Fault with the step that failed, while all former processes that were not
 * replaced still serve
 */
export async function rollShop(options: RollOptions): Promise<RollResult> {
  const { docker, report, isBack, canaryMs } = options
  const file = await readShopFile(docker)
  if (canaryMs !== undefined && file.metricsPort === undefined)
    throw new CliError('--canary compares the metrics of the processes: set METRICS_PORT first.')
  const images = await chooseImage(docker, file, isBack)
  const roll: Roll = { ...options, file, images }
  report(`To ${images.version} (${images.id.slice(0, 19)}).`)
  try {
    const result = await rollSteps(roll, canaryMs)
    await endReturn(docker, { file, images, isDone: true })
    return result
  } catch (error) {
    if (isBack && error instanceof Fault) await endReturn(docker, { file, images, isDone: false })
    throw error
  }
}

async function rollSteps(roll: Roll, canaryMs: number | undefined): Promise<RollResult> {
  const { docker, report, file, images } = roll
  await step('prepare the database', roll, () => prepare(docker))
  if (canaryMs !== undefined) await rollCanaries(roll, canaryMs)
  let replaced = 0
  for (const service of rolledServices)
    await step(`replace ${service}`, roll, async () => {
      replaced += await replaceProcesses(roll, service)
    })
  if (file.hasBackup) await step('replace backup', roll, () => replaceBackup(docker))
  const contracting = await step('read the migrations', roll, () => contractingMigrations(docker))
  if (contracting.length > 0)
    report(
      `${contracting.join(', ')} can run now, after which the former version cannot come back: docker compose run --rm --no-deps prepare node scripts/prepare-database.ts --contract`,
    )
  return { image: images.id, replaced, contracting }
}

async function step<T>(name: string, roll: Roll, run: () => Promise<T>): Promise<T> {
  roll.report(`${name} …`)
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Fault(
      `The step "${name}" failed; what it did not replace still serves. ${reason}\n${adviceOf(roll)}`,
    )
  }
}

function adviceOf({ isBack, images }: Roll): string {
  if (isBack)
    return 'Run deploy:roll --back to try again, or deploy:roll to keep the version that was to be left.'
  if (!images.isChanged) return 'Run deploy:roll again to continue, or restore the former settings first.'
  return `Run deploy:roll again to continue, or deploy:roll --back to return to ${images.formerTag}.`
}

const inService = ['compose', 'run', '--rm', '--no-deps', '-T', 'prepare', 'node']

/** Runs the migrations on whose result the former version works as well. */
async function prepare(docker: Docker): Promise<void> {
  await succeed(docker, [...inService, 'scripts/prepare-database.ts'], { timeoutMs: 3_600_000 })
  // Each start of a process waits for this service, which is to be of the same image.
  await succeed(docker, ['compose', 'rm', '--force', 'prepare'])
}

/** Its image, settings or secrets may have changed; what it waits for, such as the database, is left as it is. */
async function replaceBackup(docker: Docker): Promise<void> {
  const options = { timeoutMs: 600_000 }
  await succeed(docker, ['compose', 'rm', '--stop', '--force', 'backup'], options)
  await succeed(docker, ['compose', 'up', '--detach', '--no-build', '--no-recreate', 'backup'], options)
}

async function contractingMigrations(docker: Docker): Promise<string[]> {
  const output = await succeed(docker, [...inService, 'scripts/cli.ts', 'migrate:status', '--json'])
  return (JSON.parse(output) as { contracting: string[] }).contracting
}
