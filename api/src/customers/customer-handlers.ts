import * as calls from '@jhatpat/shared/contracts/customers.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import { listAllTransactions } from '@jhatpat/shared/domain/back-office/index.ts'
import {
  addNote,
  adjustmentLimit,
  customerPage,
  customerPlayers,
  customerSessions,
  customerStatement,
  listNotes,
  readCustomerTickets,
  recordCustomerView,
  requestPasswordReset,
  revokeCustomerSessions,
} from '@jhatpat/shared/domain/customers/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

type CustomerDeps = Pick<Deps, 'clock' | 'publisher' | 'queues' | 'env'>

export function mountCustomers(mount: Mount, deps: CustomerDeps): void {
  mount(calls.customer, async ({ caller, params, ip }) => ({
    ...(await customerPage(deps, actorOf(caller, ip), params.id)),
    approvalAbove: await adjustmentLimit(deps, caller),
  }))

  const recordView = createViewRecorder(deps)

  mount(calls.customerWallet, async (request) => {
    await recordView(request)
    return listAllTransactions({ ...request.query, customer: request.params.id })
  })

  mount(calls.customerStatement, async (request) => customerStatement(await recordView(request)))

  mount(calls.customerPlayers, async (request) => customerPlayers(await recordView(request)))

  mount(calls.customerTickets, async (request) => ({
    tickets: await readCustomerTickets(await recordView(request)),
  }))

  mount(calls.customerSessions, async (request) => ({
    sessions: await customerSessions(request.caller, await recordView(request), deps.clock.now()),
  }))

  mount(calls.revokeCustomerSessions, async ({ caller, params, body, ip }) => ({
    ended: await revokeCustomerSessions(deps, actorOf(caller, ip), { userId: params.id, ...body }),
  }))

  mount(calls.sendPasswordReset, async ({ caller, params, ip, reference }) => {
    const reset = { userId: params.id, notificationId: reference('JN') }
    const email = await requestPasswordReset(deps, actorOf(caller, ip), reset)
    return { message: `A link for another password goes to ${email}, unless one went out a minute ago.` }
  })

  mount(calls.customerNotes, async (request) => ({ notes: await listNotes(await recordView(request)) }))

  mount(calls.addCustomerNote, ({ caller, params, body, ip, reference }) =>
    addNote(deps, actorOf(caller, ip), { id: reference('CN'), userId: params.id, text: body.text }),
  )
}

type ViewRequest = { caller: Caller; params: { id: string }; ip: string }

/**
 * Records a view of the customer: each part of the page can be requested by itself, and counts as a
 * view like the whole.
 */
const createViewRecorder =
  (deps: CustomerDeps) =>
  async ({ caller, params: { id }, ip }: ViewRequest): Promise<string> => {
    await recordCustomerView(deps.clock, actorOf(caller, ip), id)
    return id
  }
