import * as lists from '@jhatpat/shared/contracts/admin-lists.ts'
import { itemsCsv, productsCsv } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import * as calls from '@jhatpat/shared/contracts/order-details.ts'
import * as savedViewsCalls from '@jhatpat/shared/contracts/saved-views.ts'
import { usersCsv } from '@jhatpat/shared/contracts/users.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  exportItems,
  exportOrders,
  exportProducts,
  exportTransactions,
  exportUsers,
  listAllOrders,
  listAllTransactions,
  listViews,
  orderCosts,
  orderDetails,
  orderRecord,
  removeView,
  renameView,
  saveView,
  searchAll,
} from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { addNote, boardViewFor, findOrder, notesView } from '@jhatpat/shared/domain/orders/index.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountAdminLists(mount: Mount, { clock, env }: Pick<Deps, 'clock' | 'env'>): void {
  const by = ({ userId, name }: Caller, from: string) => ({ clock, actor: { userId, name, from } })
  mount(lists.allOrders, ({ caller, query }) => listAllOrders(caller, query))
  mount(lists.allWalletTransactions, ({ query }) => listAllTransactions(query))
  mount(lists.ordersCsv, ({ caller, query, ip }) => exportOrders(by(caller, ip), query))
  mount(lists.walletCsv, ({ caller, query, ip }) => exportTransactions(by(caller, ip), query))
  mount(usersCsv, ({ caller, query, ip }) => exportUsers(by(caller, ip), query))
  mount(itemsCsv, ({ caller, query, ip }) => exportItems({ ...by(caller, ip), env }, query))
  mount(productsCsv, ({ caller, query, ip }) => exportProducts(by(caller, ip), query))
  mount(lists.searchAll, async ({ caller, query }) => ({
    results: await searchAll(caller, query.q),
  }))
}

export function mountOrderDetails(mount: Mount, deps: Deps): void {
  mount(calls.orderDetails, async ({ caller, params: { id } }) => ({
    ...(await orderDetails(deps, caller, id)),
    costs: await orderCosts(deps, caller, id),
  }))
  mount(calls.orderNotes, async ({ caller, params: { id } }) => ({
    notes: notesView(await findOrder(id, caller)),
  }))
  mount(calls.addNote, async ({ caller, params, body: { text }, reference }) => {
    const order = await addNote(deps, caller, { id: reference('ON'), orderid: params.id, text })
    return boardViewFor(caller, order, deps.clock.now())
  })
  mount(calls.orderRecord, ({ caller, params: { id } }) => orderRecord(deps, caller, id))
}

export function mountViews(mount: Mount, { clock }: Pick<Deps, 'clock'>): void {
  const holder = (caller: Caller, ip: string) => ({ caller, actor: actorOf(caller, ip), clock })
  mount(savedViewsCalls.savedViews, async ({ caller, params }) => ({
    views: await listViews(caller, params.table),
  }))
  mount(savedViewsCalls.saveView, async ({ caller, body, ip }) => ({
    views: await saveView(holder(caller, ip), body),
  }))
  mount(savedViewsCalls.renameView, async ({ caller, params, body, ip }) => ({
    views: await renameView(holder(caller, ip), params.id, body.name),
  }))
  mount(savedViewsCalls.removeView, async ({ caller, params, ip }) => ({
    views: await removeView(holder(caller, ip), params.id),
  }))
}
