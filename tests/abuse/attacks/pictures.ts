import { linesOf } from '../../bench/kit/rows.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, inParallel, type Reply, statusesOf } from '../kit/client.ts'
import { allowed } from '../kit/limits.ts'
import { growthDuring } from '../kit/memory.ts'
import { emptyPng } from '../kit/png.ts'

const line = linesOf('pictures')

/** Small files that decode to huge images, several at a time, from an admin's account. */
export const pictures: Attack = {
  about: 'PNGs of 3 to 100 kB with 13 to 39 megapixels, one and three at once',
  run: async (shop) => {
    const rows = []
    for (const { what, file, count } of files()) {
      const { result, grownMb } = await growthDuring(shop.api.pid, () => upload(shop, file, count))
      const detail = `${what} (${Math.round(file.length / 1_000)} kB each; ${statusesOf(result)})`
      rows.push(line.max(`${detail}: api and its children grow by, MB`, grownMb, allowed.pictureMemory))
    }
    return rows
  },
}

/** The last has an allowed size and takes some 200 MB to decode: three at once are too much. */
const files = () => [
  { what: '3 of 39,000,000 × 1 at once', file: emptyPng(39_000_000, 1), count: 3 },
  { what: '1 of 5,000 × 5,001', file: emptyPng(5_000, 5_001), count: 1 },
  {
    what: '3 of 3,600 × 3,600 × 64 bits, interlaced, at once',
    file: emptyPng(3_600, 3_600, 'deep'),
    count: 3,
  },
]

function upload({ origin, people }: AttackedShop, file: Buffer, count: number): Promise<Reply[]> {
  return inParallel({ count, atOnce: count }, (index) => {
    const form = new FormData()
    for (const [name, value] of [
      ['title', `Attack ${index}`],
      ['type', 'Item'],
      ['redirectUrl', ''],
    ] as const) {
      form.set(name, value)
    }
    form.set('images', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'attack.png')
    return ask(origin, '/api/admin/uploadimage', { from: '198.18.2.1', token: people.meera.token, form })
  })
}
