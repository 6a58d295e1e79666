import * as calls from '@jhatpat/shared/contracts/redeliveries.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  boardView,
  redeliverOrder,
  findOrder,
  giveUpRedelivery,
  redeliveryQuoteView,
} from '@jhatpat/shared/domain/orders/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountRedeliveries(mount: Mount, deps: Deps): void {
  mount(calls.redeliveryQuote, async ({ caller, params, query }) =>
    redeliveryQuoteView(deps, await findOrder(params.id, caller), query.units?.split(',')),
  )
  mount(calls.redeliverOrder, async ({ caller, params, body, reference }) => {
    const again = { orderid: params.id, newId: reference('JP'), ...body }
    return boardView(await redeliverOrder(deps, caller, again), deps.clock.now())
  })
  mount(calls.giveUpRedelivery, async ({ caller, params, body }) => {
    const order = await giveUpRedelivery(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
}
