import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchShop } from './kit/bench-shop.ts'
import { judgedBy } from './kit/beside.ts'
import { startHelper } from './kit/helper.ts'
import { ratioOf } from './kit/pairs.ts'
import { linesOf, unjudged } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { memoryMbOf } from './kit/vitals.ts'
import { type Member, makeCrowd, openPages } from './sockets/crowd.ts'

const counts = { smoke: 50, quick: 2_500, whole: 10_000 }
/** What every process has before it has learned to take sockets is no price of a socket. */
const learners = 200
const timesAtMost = 1.25
const line = linesOf('P8')

/** Signed in, each in the room of an order of its own, beside a bare server with as many sockets in as many rooms. */
export const sockets: Suite = {
  about: 'memory for 10,000 signed-in sockets beside bare Socket.IO',
  run: async ({ amount }) => {
    const count = counts[amount]
    const env = { SOCKETS_PER_ADDRESS: '1000000', SOCKETS_PER_USER: '1000' }
    const shop = await startBenchShop({ env, buyers: 0 })
    try {
      const members = await makeCrowd(learners + count)
      const { env: shared, apiUrls, processes } = shop.stack
      const first = await ofBare(shared, members)
      const api = processes.find(({ role }) => role === 'api')?.pid as number
      const own = await growthOf(api, String(apiUrls[0]), members)
      const second = await ofBare(shared, members)
      const ratio = ratioOf([
        [first, own],
        [second, own],
      ])
      const row = line.atMost(`${count} sockets to bare ones`, ratio, timesAtMost)
      const rows = [
        // The goal is about 10,000: of fewer it is that of pages that nobody has used yet.
        amount === 'whole' ? row : unjudged(row),
        line.told('kB a socket', (own * 1_024) / count),
        line.told('kB a socket, bare', (Math.sqrt(first * second) * 1_024) / count),
      ]
      return {
        rows: judgedBy('P8', ratioOf([[first, second]]), rows),
        detail: { count, grewMb: { own, bare: [first, second] }, servers: shop.servers },
      }
    } finally {
      await shop.stop()
    }
  },
}

async function ofBare(env: NodeJS.ProcessEnv, members: readonly Member[]): Promise<number> {
  const bare = await startHelper(join(import.meta.dirname, 'sockets/bare-main.ts'), env)
  try {
    return await growthOf(bare.pid, `http://127.0.0.1:${await bare.ask<number>('port')}`, members)
  } finally {
    bare.stop()
  }
}

/** By how many MB a process grows when all but the first come, who have come and gone before. */
async function growthOf(pid: number, url: string, members: readonly Member[]): Promise<number> {
  const taught = await openPages(url, members.slice(0, learners))
  taught.close()
  const before = await settledMb(pid)
  const pages = await openPages(url, members.slice(learners))
  const after = await settledMb(pid)
  pages.close()
  await sleep(1_000)
  return Math.max(0.1, after - before)
}

/** The least of some seconds: what is garbage meanwhile may go. Nobody forces it to, in neither of the two. */
async function settledMb(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < 10; look += 1) {
    await sleep(500)
    least = Math.min(least, await memoryMbOf(pid))
  }
  return least
}
