import { CliError } from '../../../scripts/processes/cli-error.ts'
import { linesOf } from '../../bench/kit/rows.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, countStatus, inParallel, type Reply, statusesOf } from '../kit/client.ts'
import { allowed, servedAllowed } from '../kit/limits.ts'

const line = linesOf('pages')
const paths = ['/', '/product/mobile-legends']

/** Public pages and pictures cost the shop work without a session. */
export const pages: Attack = {
  about: '800 pages from one address, 300 from 50 addresses, 6,300 pictures from one address',
  run: async (shop) => [...(await fromOne(shop)), ...(await fromMany(shop)), ...(await media(shop))],
}

async function fromOne({ origin }: AttackedShop) {
  const startedAt = performance.now()
  const replies = await inParallel({ count: 800, atOnce: 20 }, (index) => page(origin, index, '198.18.7.1'))
  const limit = servedAllowed(allowed.pages, performance.now() - startedAt)
  const what = `pages served to one address (${statusesOf(replies)})`
  return [line.max(what, countStatus(replies, 200), limit)]
}

async function fromMany({ origin, meter, quiet }: AttackedShop) {
  const count = 300
  const many = { count, atOnce: 10 }
  const startedAt = performance.now()
  const { result: replies, spent } = await meter.spentBy(() =>
    inParallel(many, (index) => page(origin, index, `198.18.8.${index % 50}`)),
  )
  const quietCommands = (quiet.mongoPerSecond * (performance.now() - startedAt)) / 1_000
  const commands = Math.max(0, spent.mongo - quietCommands) / count
  return [
    line.min(`pages served to 50 addresses (${statusesOf(replies)})`, countStatus(replies, 200), count),
    line.info('processor of the api a page, ms', spent.cpuMs / count),
    line.max('commands of MongoDB a page, above those of a quiet time', commands, allowed.mongoPerPage),
  ]
}

async function media({ origin }: AttackedShop) {
  const from = '198.18.7.3'
  const { json } = await ask(origin, '/api/product/gethomeproducts', { from })
  const [picture] = JSON.stringify(json).match(/\/media\/[\w.-]+/) ?? []
  if (!picture) throw new CliError('The home page shows no picture.')
  const startedAt = performance.now()
  const replies = await inParallel({ count: 6_300, atOnce: 20 }, () => ask(origin, picture, { from }))
  const limit = servedAllowed(allowed.media, performance.now() - startedAt)
  const what = `pictures served to one address (${statusesOf(replies)})`
  return [line.max(what, countStatus(replies, 200), limit)]
}

const page = (origin: string, index: number, from: string): Promise<Reply> =>
  ask(origin, paths[index % paths.length]!, { from, accept: 'text/html' })
