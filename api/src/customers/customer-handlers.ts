import * as calls from '@jhatpat/shared/contracts/customers.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { factorRuleOf } from '@jhatpat/shared/domain/accounts/index.ts'
import { listAllMovements } from '@jhatpat/shared/domain/back-office/index.ts'
import {
  addNote,
  askPasswordReset,
  booksOf,
  customerPage,
  endCustomerSessions,
  idsOf,
  listNotes,
  sessionsOf,
  ticketsOf,
} from '@jhatpat/shared/domain/customers/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { aloneUpTo, listTeam } from '@jhatpat/shared/domain/users/index.ts'
import { authorOf } from '../author-of.ts'
import type { Mount } from '../http/mount.ts'

type CustomerDeps = Pick<Deps, 'clock' | 'publisher' | 'queues' | 'env'>

export function mountCustomers(mount: Mount, deps: CustomerDeps): void {
  mount(calls.customer, async ({ caller, params, ip }) => ({
    ...(await customerPage(deps, authorOf(caller, ip), params.id)),
    secondAdminAbove: aloneUpTo(deps.env, caller),
  }))

  mount(calls.customerWallet, ({ params, query }) => listAllMovements({ ...query, customer: params.id }))

  mount(calls.customerBooks, ({ params }) => booksOf(params.id))

  mount(calls.customerIds, ({ params }) => idsOf(params.id))

  mount(calls.customerTickets, async ({ params }) => ({ tickets: await ticketsOf(params.id) }))

  mount(calls.customerSessions, async ({ caller, params }) => ({
    sessions: await sessionsOf(caller, params.id, deps.clock.now()),
  }))

  mount(calls.endCustomerSessions, async ({ caller, params, body, ip }) => ({
    ended: await endCustomerSessions(deps, authorOf(caller, ip), { userId: params.id, ...body }),
  }))

  mount(calls.sendPasswordReset, async ({ caller, params, ip }) => {
    const email = await askPasswordReset(deps, authorOf(caller, ip), params.id)
    return { message: `A link for another password goes to ${email}.` }
  })

  mount(calls.customerNotes, async ({ params }) => ({ notes: await listNotes(params.id) }))

  mount(calls.addCustomerNote, ({ caller, params, body, ip, reference }) =>
    addNote(deps, authorOf(caller, ip), { id: reference('CN'), userId: params.id, text: body.text }),
  )

  mount(team, async () => ({
    ...(await listTeam(deps.clock.now())),
    factorRequired: factorRuleOf(deps.env).isRequired,
  }))
}
