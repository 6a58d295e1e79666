import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { assignOrder, resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { undoCompletion } from '@jhatpat/shared/contracts/admin-orders.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { endedOrders } from '@jhatpat/shared/contracts/ended-orders.ts'
import { unclearBatches } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { type FakeApi, type FakeRequest, on } from '../../../tests/support/fake-api.ts'

/**
 * The board's calls, answered by a fake server with `orders`, for tests of the screens. The undo
 * time of a completion passes at once.
 */
export const boardCalls = (server: { orders: BoardOrder[] }) => [
  on(processing, () => server.orders),
  on(endedOrders, () => []),
  on(unclearBatches, () => []),
  on(assignOrder, (call) => claimed(server, call)),
  on(transitionOrder, (call) => moved(server, call)),
  on(undoCompletion, (call) => change(server, call.params.id, { pendingCompletion: null })),
  on(resolveUnit, (call) => resolved(server, call)),
]

/** The sent calls that change an order. */
export const changesSent = (api: FakeApi) =>
  api.sent
    .filter(({ route }) => route.method === 'POST' && route.path.startsWith('/admin/orders/'))
    .map(({ route, params }) => ({ route, id: (params as { id: string }).id }))

export function anAssignee(name: string, adminId: string, leftMs = 4 * 60_000) {
  const since = new Date(Date.now() - 40_000).toISOString()
  return { adminId, name, since, until: new Date(Date.now() + leftMs).toISOString() }
}

function claimed(
  server: { orders: BoardOrder[] },
  { params, body }: FakeRequest<typeof assignOrder>,
): BoardOrder {
  const assignee = body.action === 'unassign' ? null : anAssignee('Meera', 'a1', 5 * 60_000)
  return change(server, params.id, { assignee })
}

function moved(
  server: { orders: BoardOrder[] },
  { params, body }: FakeRequest<typeof transitionOrder>,
): BoardOrder {
  const { to, reason = '' } = body
  const order = change(server, params.id, { status: to, reason, assignee: null })
  server.orders = server.orders.filter((candidate) => candidate.orderid !== order.orderid)
  return order
}

/** A retry keeps the order open; every other resolution ends it. */
function resolved(
  server: { orders: BoardOrder[] },
  { params, body }: FakeRequest<typeof resolveUnit>,
): BoardOrder {
  const { answer, unit } = body
  const before = server.orders.find((order) => order.orderid === params.id)
  if (answer === 'retry_unit') {
    const unitList = (before?.unitList ?? []).map((entry) =>
      entry.ref === unit ? { ...entry, state: 'planned' as const } : entry,
    )
    const pendingReason = { kind: 'in_progress' as const, since: new Date().toISOString(), detail: '' }
    return change(server, params.id, { unitList, pendingReason })
  }
  const status = answer === 'refund' && before?.units.delivered === 0 ? 'Refunded' : 'Completed'
  const order = change(server, params.id, { status, assignee: null })
  server.orders = server.orders.filter((candidate) => candidate.orderid !== order.orderid)
  return order
}

function change(
  server: { orders: BoardOrder[] },
  orderid: string | undefined,
  what: Partial<BoardOrder>,
): BoardOrder {
  const before = server.orders.find((order) => order.orderid === orderid)
  if (!before) throw new Error(`the fake server has no order ${orderid}`)
  const after = { ...before, ...what, revision: before.revision + 1 }
  server.orders = server.orders.map((order) => (order.orderid === orderid ? after : order))
  return after
}
