import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import type { Permission } from '../../contracts/permissions.ts'
import { maxViews, type SavedView, type ViewTable } from '../../contracts/saved-views.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Caller, requirePermission } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IView, type IViewList, ViewListModel } from './view-list-model.ts'

/** The owner id of the shared views. */
const team = 'team'

const seenWith = {
  orders: 'orders.view',
  wallet: 'wallet.view',
  users: 'customers.view',
  items: 'catalogue.view',
  products: 'catalogue.view',
  audit: 'audit.view',
} as const satisfies Record<ViewTable, Permission>

type Holder = { caller: Caller; actor: Actor; clock: Deps['clock'] }

/** The two view lists that an admin sees. */
type ViewLists = { own: IView[]; shared: IView[] }

/**
 * The views of a table: the shared ones, then the caller's own.
 * @throws AppError `role_not_permitted` for a table that the caller may not see
 */
export async function listViews(caller: Caller, table: ViewTable): Promise<SavedView[]> {
  requirePermission(caller, seenWith[table])
  return viewsOf(await viewListsOf(caller), table)
}

/**
 * Saves a view; saving the same view again has no effect.
 * @throws AppError `view_name_taken`, `view_limit_reached`, or `role_not_permitted` for a caller who may not see the
 * table or share views
 */
export async function saveView(
  { caller, actor, clock }: Holder,
  {
    isShared = false,
    ...asked
  }: Pick<IView, 'table' | 'name' | 'query'> & { isShared?: boolean | undefined },
): Promise<SavedView[]> {
  requirePermission(caller, seenWith[asked.table])
  if (isShared) requirePermission(caller, 'staff.manage')
  const view = { id: randomUUID(), ...asked, at: clock.now() }
  return inTransaction(async (tx) => {
    const viewLists = await viewListsOf(caller, tx)
    const held = isShared ? viewLists.shared : viewLists.own
    if (findSameView(held, asked)) return viewsOf(viewLists, asked.table)
    requireFreeName([...viewLists.own, ...viewLists.shared], view)
    const next = { ...viewLists, [isShared ? 'shared' : 'own']: addTo(held, view) }
    await putBack({ caller, isShared, tx }, next)
    if (isShared) await note(tx, actor, { action: 'view.share', view, at: view.at })
    return viewsOf(next, asked.table)
  })
}

/**
 * @throws AppError `not_found`, `view_name_taken`, or `role_not_permitted` for a shared view that the caller may not
 * change
 */
export const renameView = (holder: Holder, id: string, name: string): Promise<SavedView[]> =>
  changeView(holder, id, {
    action: 'view.rename',
    name,
    change: (held, { table }, viewLists) => {
      requireFreeName([...viewLists.own, ...viewLists.shared], { id, table, name })
      return renamed(held, id, name)
    },
  })

/** @throws AppError `not_found`, or `role_not_permitted` for a shared view that the caller may not change */
export const removeView = (holder: Holder, id: string): Promise<SavedView[]> =>
  changeView(holder, id, { action: 'view.remove', change: (held) => removeFrom(held, id) })

type Change = {
  action: 'view.rename' | 'view.remove'
  name?: string
  change: (held: readonly IView[], view: IView, viewLists: ViewLists) => IView[]
}

function changeView(
  { caller, actor, clock }: Holder,
  id: string,
  { action, name, change }: Change,
): Promise<SavedView[]> {
  return inTransaction(async (tx) => {
    const viewLists = await viewListsOf(caller, tx)
    const hasId = (view: IView) => view.id === id
    const isShared = viewLists.shared.some(hasId)
    const held = isShared ? viewLists.shared : viewLists.own
    const view = held.find(hasId)
    if (!view) throw new AppError('not_found')
    if (isShared) requirePermission(caller, 'staff.manage')
    const next = { ...viewLists, [isShared ? 'shared' : 'own']: change(held, view, viewLists) }
    await putBack({ caller, isShared, tx }, next)
    if (isShared) await note(tx, actor, { action, view, name, at: clock.now() })
    return viewsOf(next, view.table)
  })
}

async function viewListsOf({ userId }: Caller, tx: ClientSession | null = null): Promise<ViewLists> {
  const found = await ViewListModel.find({ _id: { $in: [userId, team] } })
    .session(tx)
    .lean<IViewList[]>()
  const of = (holder: string) => found.find(({ _id }) => _id === holder)?.views ?? []
  return { own: of(userId), shared: of(team) }
}

type Writing = { caller: Caller; isShared: boolean; tx: ClientSession }

/** A concurrent write to the same list conflicts, and the transaction restarts. */
async function putBack({ caller, isShared, tx }: Writing, { own, shared }: ViewLists): Promise<void> {
  const _id = isShared ? team : caller.userId
  const views = isShared ? shared : own
  await ViewListModel.updateOne({ _id }, { $set: { views } }, { session: tx, upsert: true })
}

type Noted = { action: 'view.share' | Change['action']; view: IView; name?: string | undefined; at: Date }

/** Changes of shared views are audited. */
function note(tx: ClientSession, actor: Actor, { action, view, name, at }: Noted): Promise<void> {
  const { id, table, query } = view
  const before = action === 'view.share' ? {} : { name: view.name }
  const after = action === 'view.share' ? { table, name: view.name, query } : name ? { name } : {}
  return writeAudit(tx, actor, {
    at,
    action,
    target: auditTarget.view(id),
    before: before,
    after,
    reason: '',
  })
}

const viewsOf = ({ own, shared }: ViewLists, table: ViewTable): SavedView[] => [
  ...ofTable(shared, table).map((view) => shown(view, true)),
  ...ofTable(own, table).map((view) => shown(view, false)),
]

const shown = ({ id, name, query }: IView, isShared: boolean): SavedView => ({ id, name, query, isShared })

const isCalled = (name: string) => (view: IView) => sameName(view.name) === sameName(name)

/** Names that differ only in case or spaces are the same. */
const sameName = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * @param all every view that the admin sees
 * @throws AppError `view_name_taken` when another view of the table has this name
 */
function requireFreeName(
  all: readonly IView[],
  { id, table, name }: Pick<IView, 'id' | 'table' | 'name'>,
): void {
  const taken = all.filter((view) => view.table === table && view.id !== id).find(isCalled(name))
  if (taken) throw new AppError('view_name_taken', { field: 'name' })
}

/** Whether the view exists already, for example after a lost reply. */
const findSameView = (
  held: readonly IView[],
  { table, name, query }: Pick<IView, 'table' | 'name' | 'query'>,
): boolean => held.some((view) => view.table === table && view.name === name && view.query === query)

/** @throws AppError `view_limit_reached` */
function addTo(held: readonly IView[], view: IView): IView[] {
  if (held.length >= maxViews) throw new AppError('view_limit_reached')
  return [...held, view]
}

const renamed = (held: readonly IView[], id: string, name: string): IView[] =>
  held.map((view) => (view.id === id ? { ...view, name } : view))

const removeFrom = (held: readonly IView[], id: string): IView[] => held.filter((view) => view.id !== id)

const ofTable = (held: readonly IView[], table: ViewTable): IView[] =>
  held.filter((view) => view.table === table)
