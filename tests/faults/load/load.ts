import type { FaultEnvironment } from '../environment/environment.ts'
import { createRandom } from '../environment/random.ts'
import { sleep } from '../environment/wait.ts'
import { startAdmin } from './admin-at-work.ts'
import { ask, type CustomerRequest } from './customer.ts'
import { type OpenPage, openPage, type Page } from './open-page.ts'
import { pay } from './pay.ts'
import { type LoadSize, type OrderWish, planLoad, playersOf, suppliersUnderLoad, type Wish } from './plan.ts'

/** A running load. Its lists grow while it runs. */
export type Load = {
  wishes: Wish[]
  requests: CustomerRequest[]
  pages: Page[]
  /** Resolves when all customers have ordered and paid. */
  done: Promise<void>
  /** Stops the admin and closes the pages. Call it when everything has settled. */
  close(): Promise<void>
}

export type LoadOptions = Omit<LoadSize, 'customers'> & {
  seed: number
  admin?: boolean
  /** Added to the players' ids: a second load in one environment has its own players. */
  firstPlayer?: number
  /** How long payers take, in ms. */
  payAfterMs?: number
  /** Maximum number of orders with an open page. */
  maxPages?: number
}

/** Starts customers, payers and an admin. The same seed requests the same things in the same order. */
export async function startLoad(
  environment: FaultEnvironment,
  { seed, admin = true, payAfterMs = 0, maxPages = 40, ...size }: LoadOptions,
): Promise<Load> {
  const customers = environment.shop.customers.length
  const wishes = planLoad(createRandom(seed), { ...size, customers }).map((wish) =>
    later(wish, size.firstPlayer),
  )
  for (const vendor of suppliersUnderLoad) {
    await environment.simulators.control(vendor, { users: playersOf(wishes, vendor) })
  }
  const boardAdmin = admin ? startAdmin(environment, seed) : undefined
  const requests: CustomerRequest[] = []
  const pages: OpenPage[] = []
  const startedAt = Date.now()
  const done = Promise.all(
    wishes.map(async (wish) => {
      await sleep(Math.max(0, wish.atMs - (Date.now() - startedAt)))
      const result = await ask(environment, wish)
      requests.push(result)
      if (wish.kind === 'order' && result.ids[0] && pages.length < maxPages)
        pages.push(openPage(environment, result.ids[0], wish.customer))
      await sleep(payAfterMs)
      await pay(environment, result)
    }),
  ).then(() => undefined)
  done.catch(() => undefined)
  return {
    wishes,
    requests: requests,
    pages,
    done,
    close: async () => {
      await boardAdmin?.stop()
      await Promise.all(pages.map((page) => page.close()))
    },
  }
}

function later(wish: Wish, firstPlayer = 0): Wish {
  return wish.kind === 'order' ? { ...wish, player: String(Number(wish.player) + firstPlayer) } : wish
}

/** Orders that the shop acknowledged. */
export const acknowledged = (load: Load) =>
  load.requests.flatMap(({ wish, ids }) =>
    wish.kind === 'order' && ids[0] ? [{ wish: wish as OrderWish, id: ids[0] }] : [],
  )
