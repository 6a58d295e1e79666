import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { type AdminTable, adminTables } from '../../contracts/admin-tables.ts'
import { maxViews, type SavedView } from '../../contracts/saved-views.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Caller, requirePermission } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IView, type IViewList, ViewListModel } from './view-list-model.ts'

/** The owner id of the shared views. */
const sharedOwner = 'team'

type ViewCaller = { caller: Caller; actor: Actor; clock: Deps['clock'] }

/** The two view lists that an admin sees. */
type ViewLists = { own: IView[]; shared: IView[] }

/**
 * The views of a table: the shared ones, then the caller's own.
 * @throws AppError `role_not_permitted` for a table that the caller may not see
 */
export async function listViews(caller: Caller, table: AdminTable): Promise<SavedView[]> {
  requirePermission(caller, adminTables[table].permission)
  return viewsOf(await readViewLists(caller), table)
}

/**
 * Saves a view; saving the same view again has no effect.
 * @throws AppError `view_name_taken`, `view_limit_reached`, or `role_not_permitted` for a caller who may not see the
 * table or share views
 */
export async function saveView(
  { caller, actor, clock }: ViewCaller,
  {
    isShared = false,
    ...newView
  }: Pick<IView, 'table' | 'name' | 'query'> & { isShared?: boolean | undefined },
): Promise<SavedView[]> {
  requirePermission(caller, adminTables[newView.table].permission)
  if (isShared) requirePermission(caller, 'staff.manage')
  const view = { id: randomUUID(), ...newView, at: clock.now() }
  return inTransaction(async (tx) => {
    const viewLists = await readViewLists(caller, tx)
    const views = isShared ? viewLists.shared : viewLists.own
    if (hasSameView(views, newView)) return viewsOf(viewLists, newView.table)
    requireFreeName([...viewLists.own, ...viewLists.shared], view)
    const next = { ...viewLists, [isShared ? 'shared' : 'own']: addTo(views, view) }
    await writeViews({ caller, isShared, tx }, next)
    if (isShared) await auditViewChange(tx, actor, { action: 'view.share', view, at: view.at })
    return viewsOf(next, newView.table)
  })
}

/**
 * @throws AppError `not_found`, `view_name_taken`, or `role_not_permitted` for a shared view that the caller may not
 * change
 */
export const renameView = (context: ViewCaller, id: string, name: string): Promise<SavedView[]> =>
  changeView(context, id, {
    action: 'view.rename',
    name,
    change: (views, { table }, viewLists) => {
      requireFreeName([...viewLists.own, ...viewLists.shared], { id, table, name })
      return withNewName(views, id, name)
    },
  })

/** @throws AppError `not_found`, or `role_not_permitted` for a shared view that the caller may not change */
export const removeView = (context: ViewCaller, id: string): Promise<SavedView[]> =>
  changeView(context, id, { action: 'view.remove', change: (views) => removeFrom(views, id) })

type ViewChange = {
  action: 'view.rename' | 'view.remove'
  name?: string
  change: (views: readonly IView[], view: IView, viewLists: ViewLists) => IView[]
}

function changeView(
  { caller, actor, clock }: ViewCaller,
  id: string,
  { action, name, change }: ViewChange,
): Promise<SavedView[]> {
  return inTransaction(async (tx) => {
    const viewLists = await readViewLists(caller, tx)
    const hasId = (view: IView) => view.id === id
    const isShared = viewLists.shared.some(hasId)
    const views = isShared ? viewLists.shared : viewLists.own
    const view = views.find(hasId)
    if (!view) throw new AppError('not_found')
    if (isShared) requirePermission(caller, 'staff.manage')
    const next = { ...viewLists, [isShared ? 'shared' : 'own']: change(views, view, viewLists) }
    await writeViews({ caller, isShared, tx }, next)
    if (isShared) await auditViewChange(tx, actor, { action, view, name, at: clock.now() })
    return viewsOf(next, view.table)
  })
}

async function readViewLists({ userId }: Caller, tx: ClientSession | null = null): Promise<ViewLists> {
  const found = await ViewListModel.find({ _id: { $in: [userId, sharedOwner] } })
    .session(tx)
    .lean<IViewList[]>()
  const viewsOfOwner = (holder: string) => found.find(({ _id }) => _id === holder)?.views ?? []
  return { own: viewsOfOwner(userId), shared: viewsOfOwner(sharedOwner) }
}

type ViewListWrite = { caller: Caller; isShared: boolean; tx: ClientSession }

/** A concurrent write to the same list conflicts, and the transaction restarts. */
async function writeViews(
  { caller, isShared, tx }: ViewListWrite,
  { own, shared }: ViewLists,
): Promise<void> {
  const _id = isShared ? sharedOwner : caller.userId
  const views = isShared ? shared : own
  await ViewListModel.updateOne({ _id }, { $set: { views } }, { session: tx, upsert: true })
}

type AuditedViewChange = {
  action: 'view.share' | ViewChange['action']
  view: IView
  name?: string | undefined
  at: Date
}

/** Changes of shared views are audited. */
function auditViewChange(
  tx: ClientSession,
  actor: Actor,
  { action, view, name, at }: AuditedViewChange,
): Promise<void> {
  const { id, table, query } = view
  const before = action === 'view.share' ? {} : { name: view.name }
  const after = action === 'view.share' ? { table, name: view.name, query } : name ? { name } : {}
  return writeAudit(tx, actor, {
    at,
    action,
    target: auditTarget.view(id),
    // What a view searches for may describe a customer, but nothing says which.
    about: actor.userId,
    before,
    after,
    reason: '',
  })
}

const viewsOf = ({ own, shared }: ViewLists, table: AdminTable): SavedView[] => [
  ...ofTable(shared, table).map((view) => savedView(view, true)),
  ...ofTable(own, table).map((view) => savedView(view, false)),
]

const savedView = ({ id, name, query }: IView, isShared: boolean): SavedView => ({
  id,
  name,
  query,
  isShared,
})

const hasName = (name: string) => (view: IView) => normalName(view.name) === normalName(name)

/** Names that differ only in case or spaces are the same. */
const normalName = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * @param all every view that the admin sees
 * @throws AppError `view_name_taken` when another view of the table has this name
 */
function requireFreeName(
  all: readonly IView[],
  { id, table, name }: Pick<IView, 'id' | 'table' | 'name'>,
): void {
  const conflicting = all.filter((view) => view.table === table && view.id !== id).find(hasName(name))
  if (conflicting) throw new AppError('view_name_taken', { field: 'name' })
}

/** Whether the view exists already, for example after a lost reply. */
const hasSameView = (
  views: readonly IView[],
  { table, name, query }: Pick<IView, 'table' | 'name' | 'query'>,
): boolean => views.some((view) => view.table === table && view.name === name && view.query === query)

/** @throws AppError `view_limit_reached` */
function addTo(views: readonly IView[], view: IView): IView[] {
  if (views.length >= maxViews) throw new AppError('view_limit_reached')
  return [...views, view]
}

const withNewName = (views: readonly IView[], id: string, name: string): IView[] =>
  views.map((view) => (view.id === id ? { ...view, name } : view))

const removeFrom = (views: readonly IView[], id: string): IView[] => views.filter((view) => view.id !== id)

const ofTable = (views: readonly IView[], table: AdminTable): IView[] =>
  views.filter((view) => view.table === table)
