import { randomUUID } from 'node:crypto'
import { type Env, parseEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { databaseOf } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis, pingRedis, primariesOf } from '@jhatpat/shared/platform/redis.ts'
import { fileSettingOf } from '@jhatpat/shared/platform/secret-settings.ts'
import { checkSmtpLogin } from '@jhatpat/shared/providers/mail/smtp.ts'
import { paymentGateways } from '@jhatpat/shared/providers/payments/registry.ts'
import { createSmsSender } from '@jhatpat/shared/providers/sms/registry.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import mongoose from 'mongoose'
import { CliError } from '../../processes/cli-error.ts'
import type { CliContext } from '../kit/command.ts'
import { isKnown, latestPayment } from './known-payment.ts'

/** Asks with these settings, changing nothing. @returns why they are refused, or undefined */
type Check = (env: Env) => Promise<string | undefined>

const log = createLogger('cli', 'silent')

const balanceOf =
  (account: 'SMILEBR' | 'MOOGOLD'): Check =>
  async (env) => {
    const answer = await createSuppliers(env).byName[account].queryBalance()
    return answer.kind === 'ok' ? undefined : answer.message
  }

/** The secrets whose new value the operator brings, and how each is tried. */
export const givenChecks = {
  UPIGATEWAY_KEY: async (env) => {
    const gateway = paymentGateways.upigateway(env)
    // The answer for a known merchant is that there is no such payment.
    const unknown = { clientTxnId: `rotation-${randomUUID()}`, createdAt: new Date() }
    const answer = await gateway.checkPayment(unknown)
    if (answer.kind === 'unavailable') return answer.message
    if (answer.kind !== 'not_found') return 'The answer is not one about an unknown payment.'
    const known = await latestPayment(gateway.name)
    if (known && !(await isKnown(gateway, known)))
      return 'It does not know the latest payment of this shop, as if it were another merchant’s.'
    return undefined
  },
  SMILE_KEY: balanceOf('SMILEBR'),
  MOOGOLD_SECRET: balanceOf('MOOGOLD'),
  SMS_KEY: async (env) => {
    const answer = await createSmsSender(env).balance()
    return answer.kind === 'known' ? undefined : answer.message
  },
  SMTP_URL: ({ SMTP_URL: url, MAIL_FROM: from, GATEWAY_TIMEOUT_MS: timeoutMs }) =>
    checkSmtpLogin({ url, from, timeoutMs }),
  MONGODB_URI: ({ MONGODB_URI: uri }) => whyNot(() => identityOfMongo(uri)),
  REDIS_URL: ({ REDIS_URL: url }) => whyNot(() => identityOfRedis(url)),
} as const satisfies Record<string, Check>

export type GivenSecret = keyof typeof givenChecks

/**
 * Tries a new value before it is written.
 * @returns whether the present value is accepted as well, so that no call fails while processes are replaced
 * @throws CliError when the new one is not fit, or is refused
 */
export async function checkGivenSecret(
  { name, value }: { name: GivenSecret; value: string },
  { settings, database }: CliContext,
): Promise<{ isFormerAccepted: boolean }> {
  const { env, problems = [] } = parseEnv({ ...settings, [name]: value, [fileSettingOf(name)]: '' })
  if (!env) throw new CliError(problems.join('\n'))
  const { env: present } = parseEnv(settings)
  await database()
  const refusal = await givenChecks[name](env)
  if (refusal !== undefined) throw new CliError(`The new ${name} was tried and is not accepted: ${refusal}`)
  if (present) await requireSameServer(name, present, env)
  return { isFormerAccepted: present !== undefined && (await givenChecks[name](present)) === undefined }
}

/** @throws CliError when the address leads to another database than the present one, or that cannot be known */
async function requireSameServer(name: GivenSecret, present: Env, next: Env): Promise<void> {
  if (name !== 'MONGODB_URI' && name !== 'REDIS_URL') return
  const identityOf = name === 'MONGODB_URI' ? identityOfMongo : identityOfRedis
  const former = await identityOf(present[name]).catch(() => {
    throw new CliError(
      `The database of the present ${name} does not answer, so that it is not known to be the same.`,
    )
  })
  if (former !== (await identityOf(next[name])))
    throw new CliError(`The new ${name} leads to another database: only its login may change.`)
}

async function whyNot(ask: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function identityOfMongo(uri: string): Promise<string> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 10_000 })
  try {
    await client
      .db()
      .collection('orders')
      .findOne({ _id: 'none' as never })
    const { setName = '', hosts = [] } = await client.db('admin').command({ hello: 1 })
    return [databaseOf(uri), setName, ...[...(hosts as string[])].sort()].join(' ')
  } finally {
    await client.close()
  }
}

async function identityOfRedis(url: string): Promise<string> {
  const redis = connectRedis(url, log)
  try {
    await pingRedis(redis)
    const infos = await Promise.all(primariesOf(redis).map((one) => one.info('server')))
    return infos
      .map((info) => /run_id:(\w+)/.exec(info)?.[1] ?? '')
      .sort()
      .join(' ')
  } finally {
    redis.disconnect()
  }
}
