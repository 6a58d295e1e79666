import { type Actor, auditTarget, writeAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { CliError } from '../../processes/cli-error.ts'
import type { CliContext } from '../kit/command.ts'
import { Fault } from '../kit/fault.ts'
import { checkGivenSecret } from './given-values.ts'
import { acceptMongoUser, checkMongoRoot, formerMongoConnections, withdrawMongoUser } from './mongodb-user.ts'
import {
  acceptRedisPassword,
  checkRedisLogin,
  formerRedisConnections,
  withdrawRedisPassword,
} from './redis-password.ts'

/** What `secrets:rotate` does inside the containers' network, where the databases and the vendors are reached. */
const serverSteps = {
  'redis.check': checkRedisLogin,
  'redis.accept': acceptRedisPassword,
  'redis.connections': formerRedisConnections,
  'redis.withdraw': withdrawRedisPassword,
  'mongodb.check': checkMongoRoot,
  'mongodb.accept': acceptMongoUser,
  'mongodb.connections': formerMongoConnections,
  'mongodb.withdraw': withdrawMongoUser,
  'given.check': checkGivenSecret,
  audit: recordRotation,
}

type Steps = typeof serverSteps
export type RunServerStep = <Name extends keyof Steps>(
  name: Name,
  input: Parameters<Steps[Name]>[0],
) => ReturnType<Steps[Name]>

/** `refused`: nothing was changed, and the operator can correct it. */
export type StepAnswer = { done: unknown } | { refused: string } | { fault: string }

/** Runs the step that standard input names. No answer repeats a secret of its input. */
export async function answerStep(text: string, context: CliContext): Promise<StepAnswer> {
  let secrets: string[] = []
  try {
    const { step, input } = JSON.parse(text) as { step: keyof Steps; input: object }
    secrets = secretsIn(input)
    const run = serverSteps[step] as (input: object, context: CliContext) => Promise<unknown>
    return { done: (await run(input, context)) ?? null }
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'The step could not be read.' }
    const message = redacted(error instanceof Error ? error.message : 'The step failed.', secrets)
    return error instanceof CliError ? { refused: message } : { fault: message }
  }
}

const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => kept.replaceAll(secret, '…'), text)

/** Every text of an input that is, or contains, a secret; longest first. */
function secretsIn(input: object): string[] {
  const texts = Object.entries(input).flatMap(([name, value]): string[] => {
    if (typeof value === 'object' && value !== null) return secretsIn(value)
    return typeof value === 'string' && /value|password|uri|url/i.test(name)
      ? [value, ...passwordIn(value)]
      : []
  })
  return texts.filter((one) => one !== '').toSorted((a, b) => b.length - a.length)
}

const passwordIn = (address: string): string[] => {
  const found = /^[a-z+-]+:\/\/[^:@/]*:([^@/]+)@/.exec(address)?.[1]
  return found === undefined ? [] : [found, decodeURIComponent(found)]
}

async function recordRotation(
  { name, actor }: { name: string; actor: Actor },
  context: CliContext,
): Promise<void> {
  if (!/^[A-Z_]+$/.test(name)) throw new Fault('Only the name of a secret is recorded.')
  const { clock } = await context.database()
  await inTransaction((tx) =>
    writeAudit(tx, actor, {
      at: clock.now(),
      action: 'secret.rotate',
      target: auditTarget.shop,
      before: {},
      after: { secret: name },
      reason: '',
    }),
  )
}
