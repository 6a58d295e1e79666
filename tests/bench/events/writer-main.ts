/**
 * A process that changes orders like the shop's own, and measures in microseconds when MongoDB confirmed
 * the commit.
 */
import { findCaller } from '@jhatpat/shared/domain/accounts/index.ts'
import { decideOrder } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock as clock } from '@jhatpat/shared/platform/clock.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import { createDeps } from '../../../workers/src/create-deps.ts'
import { answerQuestions } from '../kit/helper.ts'

type ChangeRequest = { orderid: string; adminToken: string }

const env = readEnv()
const log = createLogger('writer', 'silent')
await connectMongo(`${env.MONGODB_URI}${env.MONGODB_URI.includes('?') ? '&' : '?'}monitorCommands=true`, log)
const { deps } = createDeps({ env, log, clock })
let committedAt: bigint | undefined
mongoose.connection.getClient().on('commandSucceeded', ({ commandName }) => {
  if (commandName === 'commitTransaction') committedAt ??= process.hrtime.bigint()
})

/** @returns when the change was committed, in ns of the machine's monotonic clock */
answerQuestions(async ({ orderid, adminToken }: ChangeRequest) => {
  const { caller } = await findCaller(adminToken, clock.now(), { isRequired: false })
  committedAt = undefined
  await decideOrder(deps, caller, { orderid, to: 'Completed', version: undefined })
  if (committedAt === undefined) throw new Error(`${orderid} was moved without a commit`)
  return String(committedAt)
})
