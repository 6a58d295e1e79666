import type { Actor } from '@jhatpat/shared/domain/audit/index.ts'
import { CliError } from '../../processes/cli-error.ts'
import { Fault } from '../kit/fault.ts'
import { containersOf } from '../roll/containers.ts'
import { type Docker, succeed } from '../roll/docker.ts'
import { readImage } from '../roll/images.ts'
import { rollShop } from '../roll/roll-shop.ts'
import { readShopFile, rolledServices } from '../roll/shop-file.ts'
import type { RunServerStep, StepAnswer } from './server-steps.ts'
import { readShopSecrets, type ShopSecrets } from './shop-secrets.ts'

export type RotationOptions = {
  docker: Docker
  /** Prints progress, never a value. */
  report(line: string): void
  sleep(ms: number): Promise<unknown>
  readyWithinMs: number
  /** The staff member or operator in the audit log. */
  actor: Actor
}

/** One replacement of a secret. Each of its steps may be repeated: after an interruption all are run again. */
export type Rotation = {
  secrets: ShopSecrets
  report(line: string): void
  runStep: RunServerStep
  /** Records it before the processes get the new value. */
  record(setting: string): Promise<void>
  /** Replaces the processes that started before a file of theirs was written. @returns how many */
  replaceProcesses(): Promise<number>
  /** Polls until a list is empty. @returns what is left of it after half a minute */
  waitForNone(list: () => Promise<string[]>): Promise<string[]>
}

/** @throws CliError where the shop does not run here, or something else waits to be rolled out */
export async function prepareRotation(options: RotationOptions): Promise<Rotation> {
  const { docker, report, sleep, readyWithinMs, actor } = options
  await requireCurrent(docker)
  const runStep = stepsIn(docker)
  return {
    secrets: await readShopSecrets(docker),
    report,
    runStep,
    record: (setting) => runStep('audit', { name: setting, actor }),
    replaceProcesses: async () =>
      (await rollShop({ docker, report, sleep, readyWithinMs, isBack: false })).replaced,
    waitForNone: async (list) => {
      for (let attempt = 1; ; attempt += 1) {
        const left = await list()
        if (left.length === 0 || attempt === 30) return left
        await sleep(1_000)
      }
    },
  }
}

/** A roll brings whatever has changed: with a secret it must be the secret alone. */
async function requireCurrent(docker: Docker): Promise<void> {
  const file = await readShopFile(docker)
  const image = await readImage(docker, file.image)
  for (const service of rolledServices) {
    const containers = await containersOf(docker, file, service)
    if (containers.length === 0)
      throw new CliError(
        `No process of ${service} runs: docker compose up --detach --wait starts the shop. Nothing was changed.`,
      )
    const isOther = containers.some(
      ({ imageId, settingsHash }) => imageId !== image?.id || settingsHash !== file.hashes[service],
    )
    if (isOther)
      throw new CliError(
        'A new image or changed settings wait: run deploy:roll first, so that only the secret changes. Nothing was changed.',
      )
  }
}

const inService = ['compose', 'run', '--rm', '--no-deps', '-T', 'prepare', 'node']
export const stepScript = 'scripts/cli/rotation-step.ts'

function stepsIn(docker: Docker): RunServerStep {
  const run = async (step: string, input: object): Promise<unknown> => {
    const printed = await succeed(docker, [...inService, stepScript], {
      input: `${JSON.stringify({ step, input })}\n`,
      timeoutMs: 180_000,
    })
    const answer = JSON.parse(printed.split('\n').at(-1) ?? '') as StepAnswer
    if ('refused' in answer) throw new CliError(answer.refused)
    if ('fault' in answer) throw new Fault(`The step ${step} failed: ${answer.fault}`)
    return answer.done
  }
  return run as RunServerStep
}
