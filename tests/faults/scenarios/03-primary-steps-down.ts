import { failCommand, stepDown, untilPrimary } from '../environment/primary.ts'
import { sleep } from '../environment/wait.ts'
import type { Scenario } from '../load/scenario.ts'

const stepDowns = 5

/**
 * Elections under load, and a server that fails commands: with transient errors, and after a commit that
 * succeeded.
 */
export const primaryStepsDown: Scenario = {
  number: 3,
  title: 'the primary steps down five times; commands fail, commits end unknown',
  quick: false,
  environment: { mongoNodes: 3 },
  async run(stage) {
    const { environment, load, settled, count, note, recovered } = stage
    const running = await load({ mix: 'every', spreadMs: 75_000, count })
    await sleep(2_000)
    let slowest = 0
    for (let time = 1; time <= stepDowns; time += 1) {
      note(`step down ${time}`)
      await stepDown(environment)
      const ms = await untilPrimary(environment)
      slowest = Math.max(slowest, ms)
      note(`a primary again after ${ms} ms`)
      await sleep(2_500)
    }
    recovered('the longest time without a primary', slowest)
    for (const fault of faults) {
      note(`commands fail: ${fault.name}`)
      await failCommand(environment, fault.mode, fault.data)
      await sleep(4_000)
    }
    await failCommand(environment, 'off', {})
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
