import { readFile } from 'node:fs/promises'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { personOf } from '@jhatpat/shared/testing/person.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scenario, Stage } from '../scenario.ts'
import type { NodeProcess } from '../world/node-process.ts'
import { sleep, waitFor } from '../world/wait.ts'

const stoppedMs = 20_000
const deafSockets = 30
const growthAtMostMb = 150

/**
 * A worker stops for 20 s with a supplier's answer in its hands, and goes on with it when others have taken over; one
 * worker's and the API's event loop stands still for 6 s; sockets that never read what they are sent.
 */
export const stoppedBlockedDeaf: Scenario = {
  number: 9,
  title: 'a worker is stopped for 20 s, event loops block for 6 s, sockets never read',
  quick: false,
  world: {},
  async run(stage) {
    const { world, load, settled, count, note, recovered, expect } = stage
    const blockable = [world.workers[1]!, world.apis[0]!]
    for (const process of blockable) await restartBlockable(process)
    const running = await load({ mix: 'every', spreadMs: 45_000, count })
    const deaf = await openDeafSockets(stage)
    const memoryBefore = await residentMb(world.apis[0]!)
    await stopInMidCall(stage, world.workers[0]!)
    note('a worker’s event loop blocks')
    blockable[0]!.signal('SIGUSR2')
    await sleep(7_000)
    note('the API’s event loop blocks')
    blockable[1]!.signal('SIGUSR2')
    const from = Date.now()
    const probe = await probeOrder(stage, 1)
    await waitFor('an order is delivered', async () => {
      return (
        (await world.db.collection('orders').countDocuments({ orderid: probe, status: 'Completed' })) === 1
      )
    }).catch(() => undefined)
    recovered('with a blocked API, an order was placed and delivered within', Date.now() - from)
    await running.done
    await settled()
    const growth = (await residentMb(world.apis[0]!)) - memoryBefore
    note(`the API has grown by ${growth} MB beside ${deafSockets} sockets that never read`)
    expect(growth < growthAtMostMb, `the API has grown by ${growth} MB`)
    for (const close of deaf) close()
  },
}

async function restartBlockable(process: NodeProcess): Promise<void> {
  await process.stop()
  await process.start({ nodeOptions: ['--import', './tests/faults/world/blocked-loop.mjs'] })
}

/** Stops the worker as a supplier's answer arrives: it holds an outcome that others will think lost. */
async function stopInMidCall({ world, note, expect }: Stage, worker: NodeProcess): Promise<void> {
  const link = world.links.of(worker.name, 'suppliers')
  let isBuying = false
  const stopped = new Promise<boolean>((done) => {
    link.tap((data, way) => {
      if (way === 'out' && /createorder|create_order/.test(data.toString())) isBuying = true
      if (way === 'back' && isBuying) {
        worker.signal('SIGSTOP')
        done(true)
      }
      return 'pass'
    })
  })
  const isStopped = await Promise.race([stopped, sleep(15_000, false)])
  link.tap(undefined)
  expect(isStopped, 'no supplier call to stop the worker in')
  note(`${worker.name} stopped with an answer in its hands`)
  await sleep(stoppedMs)
  worker.signal('SIGCONT')
  note(`${worker.name} goes on`)
}

/** Admins' boards whose machines take no data: every change on the board is sent to each. */
async function openDeafSockets({ world }: Stage): Promise<(() => void)[]> {
  const people = Array.from({ length: deafSockets }, () =>
    personOf(world.apiUrls[0]!, world.shop.admin.token),
  )
  for (const person of people) {
    const socket = await person.socket()
    await new Promise((done) => socket.emit('board.watch', {}, done))
    const transport = socket.io.engine.transport as unknown as { ws?: { _socket?: { pause(): void } } }
    transport.ws?._socket?.pause()
  }
  await people[0]!.call(admin.processing)
  return people.map((person) => () => person.close())
}

async function residentMb(process: NodeProcess): Promise<number> {
  const text = await readFile(`/proc/${process.pid()}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}
