import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isOutage } from '../../shared/platform/outage.ts'
import {
  checkRedis,
  connectBlockingRedis,
  connectRedis,
  mastersOf,
  pingRedis,
  type RedisClient,
} from '../../shared/platform/redis.ts'
import { keyGroup } from '../../shared/platform/redis-keys.ts'
import { isAlive } from '../processes/living.ts'
import { type RunningRedisCluster, startRedisCluster } from './redis-cluster.ts'
