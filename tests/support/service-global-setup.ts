import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import type { TestProject } from 'vitest/node'
import { provideTestServices } from '../../scripts/services/provide.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    mongodbUri: string
    redisUrl: string
    /** With which the names of this run's databases begin. */
    databasePrefix: string
  }
}

/** One MongoDB and one Redis for all test files; each file has its own database and queue prefix in them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const services = await provideTestServices()
  console.log(`MongoDB and Redis: ${services.source}`)
  const databasePrefix = `test-${randomBytes(6).toString('hex')}`
  project.provide('mongodbUri', services.mongodbUri)
  project.provide('redisUrl', services.redisUrl)
  project.provide('databasePrefix', databasePrefix)
  return async () => {
    await dropDatabases(services.mongodbUri, databasePrefix)
    await services.stop()
  }
}

/** The server may be the developer's own. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri)
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    const own = databases.filter(({ name }) => name.startsWith(prefix))
    await Promise.all(own.map(({ name }) => client.db(name).dropDatabase()))
  } finally {
    await client.close()
  }
}
