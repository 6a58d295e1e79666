import { Redis } from 'ioredis'
import { signalGroup } from '../../../../scripts/processes/process-group.ts'
import type { AlertCase } from './alert-case.ts'

export const redisRefusesWrites: AlertCase = {
  alert: 'RedisRefusesWrites',
  fault: 'Redis is at its maximum of memory and may evict nothing',
  async prepare({ environment }) {
    const setLimit = async (bytes: string) => {
      const redis = new Redis(environment.servers.redisPort, '127.0.0.1', { maxRetriesPerRequest: 3 })
      try {
        await redis.config('SET', 'maxmemory-policy', 'noeviction')
        await redis.config('SET', 'maxmemory', bytes)
      } finally {
        redis.disconnect()
      }
    }
    return { begin: () => setLimit('1'), end: () => setLimit('0') }
  },
}

/** Two of three members are frozen, and continue. */
export const mongodbWithoutMajority: AlertCase = {
  alert: 'MongoDBWithoutMajority',
  fault: 'two of the three members of the replica set do not answer',
  mongoNodes: 3,
  async prepare({ environment: { servers } }) {
    const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of servers.mongoPids().slice(1)) signalGroup(pid, name)
    }
    return { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') }
  },
}
