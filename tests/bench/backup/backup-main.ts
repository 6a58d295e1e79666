/** Saves the shop as the backup service does, in a process of its own: its start is not part of what is measured. */
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import { followOplog } from '../../../scripts/backup/follow-oplog.ts'
import { takeBackup } from '../../../scripts/backup/take-backup.ts'
import { answerQuestions } from '../kit/helper.ts'

export type Saving = { folder: string; seconds: number }

/** Of each backup: its seconds; of the last one: its documents and bytes. */
export type Saved = { seconds: number[]; documents: number; bytes: number }

const env = readEnv()
const log = createLogger('bench', 'silent')
await connectMongo(env.MONGODB_URI, log)
const recipient = await identityToRecipient(await generateX25519Identity())

answerQuestions(async ({ folder, seconds }: Saving): Promise<Saved> => {
  const stopping = new AbortController()
  const parts = {
    client: mongoose.connection.getClient(),
    database: mongoose.connection.name,
    ...{ folder, recipient, env, log, clock: { now: () => new Date() } },
  }
  const tail = followOplog({ ...parts, signal: stopping.signal })
  const saved: Saved = { seconds: [], documents: 0, bytes: 0 }
  try {
    const endAt = performance.now() + seconds * 1_000
    // The first lasts as long as it must; another begins only while the window lasts.
    do {
      const taken = await takeBackup(parts)
      saved.seconds.push(taken.seconds)
      saved.documents = taken.documents
      saved.bytes = taken.bytes
    } while (performance.now() < endAt)
  } finally {
    stopping.abort()
    await tail
  }
  return saved
})
