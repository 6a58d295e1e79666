/** Exports all orders of a shop as CSV, in a process with the api's own memory options. */
import { systemClock as clock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { answerQuestions } from '../kit/helper.ts'
import { downloadCsv } from './take-csv.ts'

answerQuestions(async (uri: string) => {
  await connectMongo(uri, createLogger('bench', 'silent'), { socketTimeoutMS: 0 })
  return downloadCsv(clock)
})
