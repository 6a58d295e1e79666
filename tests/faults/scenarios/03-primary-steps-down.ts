import mongoose from 'mongoose'
import type { Scenario, Stage } from '../scenario.ts'
import { sleep, waitFor } from '../world/wait.ts'

const stepDowns = 5

/** Elections under load, and a server that fails commands: with transient errors, and after a commit it had made. */
export const primaryStepsDown: Scenario = {
  number: 3,
  title: 'the primary steps down five times; commands fail, commits end unknown',
  quick: false,
  world: { mongoNodes: 3 },
  async run(stage) {
    const { load, settled, count, note, recovered } = stage
    const running = await load({ mix: 'every', spreadMs: 75_000, count })
    await sleep(2_000)
    let slowest = 0
    for (let time = 1; time <= stepDowns; time += 1) {
      note(`step down ${time}`)
      await stepDown(stage)
      const ms = await untilPrimary(stage)
      slowest = Math.max(slowest, ms)
      note(`a primary again after ${ms} ms`)
      await sleep(2_500)
    }
    recovered('the longest time without a primary', slowest)
    for (const fault of faults) {
      note(`commands fail: ${fault.name}`)
      await failCommand(stage, fault.mode, fault.data)
      await sleep(4_000)
    }
    await failCommand(stage, 'off', {})
    await running.done
    await settled()
  },
}

const commands = ['insert', 'update', 'findAndModify', 'commitTransaction']

const faults = [
  {
    name: 'a closed connection',
    mode: { times: 15 },
    data: { failCommands: commands, closeConnection: true },
  },
  {
    name: 'transient errors',
    mode: { times: 15 },
    data: {
      failCommands: ['findAndModify', 'insert', 'update'],
      errorCode: 112,
      errorLabels: ['TransientTransactionError'],
    },
  },
  {
    name: 'commits that succeed and say they do not know',
    mode: { times: 15 },
    data: {
      failCommands: ['commitTransaction'],
      writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
      errorLabels: ['UnknownTransactionCommitResult'],
    },
  },
]

async function onPrimary<T>(stage: Stage, act: (admin: AdminDb) => Promise<T>): Promise<T> {
  const client = await new mongoose.mongo.MongoClient(stage.world.servers.mongoUri).connect()
  try {
    return await act(client.db('admin'))
  } finally {
    await client.close()
  }
}

type AdminDb = ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>['db']>

const failCommand = (stage: Stage, mode: unknown, data: Record<string, unknown>) =>
  onPrimary(stage, (admin) => admin.command({ configureFailPoint: 'failCommand', mode, data }))

/** The connection goes away with the primary's office, which is no error here. */
const stepDown = (stage: Stage) =>
  onPrimary(stage, (admin) => admin.command({ replSetStepDown: 5, force: true })).catch(() => undefined)

const untilPrimary = (stage: Stage) =>
  waitFor(
    'a primary',
    () =>
      onPrimary(stage, (admin) => admin.command({ hello: 1 })).then(
        (hello) => hello.isWritablePrimary === true,
      ),
    { limitMs: 40_000 },
  )
