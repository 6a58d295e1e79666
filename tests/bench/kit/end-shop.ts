import { rm } from 'node:fs/promises'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'
import type { Stack } from '../../../scripts/launcher/stack.ts'
import { endedWithBench } from './interrupted.ts'

type Started = { redis: RedisClient; stack: Stack; dataDir: string }

/**
 * @returns ends a shop, this process's connections to it and its data; once, also when the bench is
 * interrupted
 */
export function endOfShop({ redis, stack, dataDir }: Started): () => Promise<void> {
  return endedWithBench(async () => {
    redis.disconnect()
    await mongoose.disconnect()
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })
}
