import type { TestProject } from 'vitest/node'
import { provideTestServices } from '../../scripts/services/provide.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    mongodbUri: string
    redisUrl: string
  }
}

/** One MongoDB and one Redis for all test files; each file has its own database and queue prefix in them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const services = await provideTestServices()
  project.provide('mongodbUri', services.mongodbUri)
  project.provide('redisUrl', services.redisUrl)
  return services.stop
}
