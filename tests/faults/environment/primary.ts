import mongoose from 'mongoose'
import type { FaultEnvironment } from './environment.ts'
import { waitFor } from './wait.ts'

type AdminDb = ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>['db']>

async function onPrimary<T>({ servers }: FaultEnvironment, act: (admin: AdminDb) => Promise<T>): Promise<T> {
  const client = await new mongoose.mongo.MongoClient(servers.mongoUri).connect()
  try {
    return await act(client.db('admin'))
  } finally {
    await client.close()
  }
}

export const failCommand = (environment: FaultEnvironment, mode: unknown, data: Record<string, unknown>) =>
  onPrimary(environment, (admin) => admin.command({ configureFailPoint: 'failCommand', mode, data }))

/** The connection closes when the primary steps down, which is no error here. */
export const stepDown = (environment: FaultEnvironment) =>
  onPrimary(environment, (admin) => admin.command({ replSetStepDown: 5, force: true })).catch(() => undefined)

export const untilPrimary = (environment: FaultEnvironment) =>
  waitFor(
    'a primary',
    () =>
      onPrimary(environment, (admin) => admin.command({ hello: 1 })).then(
        (hello) => hello.isWritablePrimary === true,
      ),
    { limitMs: 40_000 },
  )
