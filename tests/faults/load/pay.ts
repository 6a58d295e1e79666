import { sleep, waitFor } from '../world/wait.ts'
import type { World } from '../world/world.ts'
import type { Asked } from './customer.ts'

/** Pays as the wish says, in the payer's own app: the gateway takes money whatever the shop thinks of it. */
export async function pay(world: World, { wish, ids }: Asked): Promise<void> {
  const id = ids[0]
  if (!id || wish.paying === 'never' || wish.paying === 'wallet') return
  switch (wish.paying) {
    case 'now':
      return world.simulators.pay(id)
    case 'twice':
      return world.simulators.pay(id, { times: 2 })
    case 'less':
      return world.simulators.pay(id, { amount: '300' })
    case 'more':
      return world.simulators.pay(id, { amount: '400.50' })
    case 'late':
      await untilClosed(world, id)
      await sleep(200)
      return world.simulators.pay(id)
    default:
      return wish.paying satisfies never
  }
}

async function untilClosed(world: World, orderid: string): Promise<void> {
  const closed = async () =>
    (await world.db
      .collection<{ _id: string }>('orders')
      .countDocuments({ _id: orderid, status: 'Failed' })
      .catch(() => 0)) > 0
  await waitFor(`${orderid} closes unpaid`, closed, { limitMs: 90_000, everyMs: 400 })
}
