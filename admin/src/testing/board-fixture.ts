import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { FakeCall } from './fake-calls.ts'

/**
 * The board's calls, answered by a fake server with `orders`, for tests of the screens. The undo
 * time of a completion passes at once.
 */
export const boardCalls = (server: { orders: BoardOrder[] }) => ({
  'GET /admin/processing': () => server.orders,
  'GET /admin/unclear-batches': () => [],
  'POST /admin/orders/:id/assign': (call: FakeCall) => claimed(server, call),
  'POST /admin/orders/:id/transition': (call: FakeCall) => moved(server, call),
  'POST /admin/orders/:id/undo-completion': (call: FakeCall) =>
    change(server, call.params[0], { pendingCompletion: null }),
  'POST /admin/orders/:id/resolve': (call: FakeCall) => resolved(server, call),
})

export function anAssignee(name: string, adminId: string, leftMs = 4 * 60_000) {
  const since = new Date(Date.now() - 40_000).toISOString()
  return { adminId, name, since, until: new Date(Date.now() + leftMs).toISOString() }
}

function claimed(server: { orders: BoardOrder[] }, { params, body }: FakeCall): BoardOrder {
  const assignee =
    (body as { action: string }).action === 'unassign' ? null : anAssignee('Meera', 'a1', 5 * 60_000)
  return change(server, params[0], { assignee })
}

function moved(server: { orders: BoardOrder[] }, { params, body }: FakeCall): BoardOrder {
  const { to, reason = '' } = body as { to: BoardOrder['status']; reason?: string }
  const order = change(server, params[0], { status: to, reason, assignee: null })
  server.orders = server.orders.filter((candidate) => candidate.orderid !== order.orderid)
  return order
}

/** A retry keeps the order open; every other resolution ends it. */
function resolved(server: { orders: BoardOrder[] }, { params, body }: FakeCall): BoardOrder {
  const { answer, unit } = body as { answer: string; unit: string }
  const before = server.orders.find((order) => order.orderid === params[0])
  if (answer === 'retry_unit') {
    const unitList = (before?.unitList ?? []).map((entry) =>
      entry.ref === unit ? { ...entry, state: 'planned' as const } : entry,
    )
    const pendingReason = { kind: 'in_progress' as const, since: new Date().toISOString(), detail: '' }
    return change(server, params[0], { unitList, pendingReason })
  }
  const status = answer === 'refund' && before?.units.delivered === 0 ? 'Refunded' : 'Completed'
  const order = change(server, params[0], { status, assignee: null })
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
