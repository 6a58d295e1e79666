import { processing } from '@jhatpat/shared/contracts/board.ts'
import { personOf } from '../../support/person.ts'
import type { NodeProcess } from '../environment/node-process.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const stoppedMs = 20_000
const unresponsiveSockets = 30
const maxGrowthMb = 50
const hooks = ['blocked-loop.mjs', 'live-memory.mjs']

/**
 * A worker is stopped for 20 s with a supplier's answer received, and continues after others have taken
 * over; the event loop of one worker and of the API is blocked for 6 s; sockets never read what they are
 * sent.
 */
export const stoppedBlockedUnresponsive: Scenario = {
  number: 9,
  title: 'a worker is stopped for 20 s, event loops block for 6 s, sockets never read',
  quick: false,
  environment: {},
  async run(stage) {
    const { environment, load, settled, count, note, recovered, expect } = stage
    const targets = [environment.workers[1]!, environment.apis[0]!]
    for (const process of targets) await restartWith(process, hooks)
    const running = await load({ mix: 'every', spreadMs: 45_000, count })
    const unresponsive = await openUnresponsiveSockets(stage)
    const memoryBefore = await liveMb(environment.apis[0]!)
    await stopInMidCall(stage, environment.workers[0]!)
    note('a worker’s event loop blocks')
    targets[0]!.signal('SIGUSR2')
    await sleep(7_000)
    note('the API’s event loop blocks')
    targets[1]!.signal('SIGUSR2')
    const from = Date.now()
    const probe = await probeOrder(stage, 1)
    await waitFor('an order is delivered', async () => {
      return (
        (await environment.db
          .collection<{ _id: string }>('orders')
          .countDocuments({ _id: probe, status: 'Completed' })) === 1
      )
    }).catch(() => undefined)
    recovered('with a blocked API, an order was placed and delivered within', Date.now() - from)
    await running.done
    await settled()
    const growth = (await liveMb(environment.apis[0]!)) - memoryBefore
    note(`the API holds ${growth} MB more beside ${unresponsiveSockets} sockets that never read`)
    expect(growth < maxGrowthMb, `the API holds ${growth} MB more, at most ${maxGrowthMb} were promised`)
    for (const close of unresponsive) close()
  },
}

async function restartWith(process: NodeProcess, files: string[]): Promise<void> {
  await process.stop()
  await process.start({
    nodeOptions: files.flatMap((file) => ['--import', `./tests/faults/environment/${file}`]),
  })
}

/** Stops the worker as a supplier's answer arrives: it has an outcome that others will treat as lost. */
async function stopInMidCall({ environment, note, expect }: Stage, worker: NodeProcess): Promise<void> {
  const link = environment.links.of(worker.name, 'suppliers')
  let isBuying = false
  const stopped = new Promise<boolean>((done) => {
    link.filter((data, way) => {
      if (way === 'out' && /createorder|create_order/.test(data.toString())) isBuying = true
      if (way === 'back' && isBuying) {
        worker.signal('SIGSTOP')
        done(true)
      }
      return 'pass'
    })
  })
  const isStopped = await Promise.race([stopped, sleep(15_000, false)])
  link.filter(undefined)
  expect(isStopped, 'no supplier call to stop the worker in')
  note(`${worker.name} stopped with an answer in its hands`)
  await sleep(stoppedMs)
  worker.signal('SIGCONT')
  note(`${worker.name} goes on`)
}

/** Boards of admins whose machines receive no data: every change on the board is sent to each. */
async function openUnresponsiveSockets({ environment }: Stage): Promise<(() => void)[]> {
  const sockets = Array.from({ length: unresponsiveSockets }, () =>
    personOf(environment.apiUrls[0]!, environment.shop.admin.token),
  )
  for (const person of sockets) {
    const socket = await person.socket()
    await new Promise((done) => socket.emit('board.subscribe', {}, done))
    const transport = socket.io.engine.transport as unknown as { ws?: { _socket?: { pause(): void } } }
    transport.ws?._socket?.pause()
  }
  await sockets[0]!.call(processing)
  return sockets.map((person) => () => person.close())
}

/** The memory in use; the resident size depends on the allocator. */
async function liveMb(process: NodeProcess): Promise<number> {
  const from = process.log.length
  process.signal('SIGWINCH')
  const memoryLine = () => process.log.slice(from).find(({ line }) => typeof line.liveMb === 'number')
  await waitFor('the process says what memory it holds', () => memoryLine() !== undefined)
  return Number(memoryLine()?.line.liveMb)
}
