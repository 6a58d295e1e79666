import mongoose from 'mongoose'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { checkRedis, connectRedis } from './redis.ts'
import { startupAdvice } from './start-failure-message.ts'

describe('startupAdvice', () => {
  it('names MongoDB and its setting when it does not answer', async () => {
    const options = { serverSelectionTimeoutMS: 50 }
    const connecting = mongoose.createConnection('mongodb://127.0.0.1:1/shop', options).asPromise()
    const error = await connecting.catch((reason: unknown) => reason)
    expect(startupAdvice(error)).toBe('MongoDB isn’t responding. Start it or check MONGODB_URI.')
  })

  it('names Redis and its setting when it does not answer', async () => {
    const redis = connectRedis('redis://127.0.0.1:1', pino({ level: 'silent' }))
    const error = await checkRedis(redis).catch((reason: unknown) => reason)
    redis.disconnect()
    expect(startupAdvice(error)).toBe('Redis isn’t responding. Start it or check REDIS_URL.')
  })

  it('returns a sentence that already says what to do', () => {
    const sentence = 'Port 3000 is taken: stop what uses it, or set PORT to another.'
    expect(startupAdvice(new Error(sentence))).toBe(sentence)
  })
})
