import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import type { Permission } from '../../contracts/permissions.ts'
import type { SavedView, ViewTable } from '../../contracts/saved-views.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Caller, requireMay } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IView, type IViewShelf, ViewShelfModel } from './shelf-model.ts'
import { ofTable, renamed, requireFreeName, savedAlready, without, withView } from './view-rules.ts'

/** Whose views are everybody's. */
const team = 'team'

const seenWith = {
  orders: 'orders.view',
  wallet: 'wallet.view',
  users: 'customers.view',
  items: 'catalogue.view',
  products: 'catalogue.view',
  audit: 'audit.view',
} as const satisfies Record<ViewTable, Permission>

type Holder = { caller: Caller; author: Author; clock: Deps['clock'] }

/** Both shelves that an admin sees. */
type Shelves = { own: IView[]; shared: IView[] }

/**
 * The views of a table: everybody's, then the caller's own.
 * @throws AppError `not_for_role` for a table that the caller may not see
 */
export async function listViews(caller: Caller, table: ViewTable): Promise<SavedView[]> {
  requireMay(caller, seenWith[table])
  return viewsOf(await shelvesOf(caller), table)
}

/**
 * Keeps a view. The same one again is kept once.
 * @throws AppError `view_name_taken`, `view_limit_reached`, or `not_for_role` for who may not see the table or share
 */
export async function saveView(
  { caller, author, clock }: Holder,
  {
    isShared = false,
    ...asked
  }: Pick<IView, 'table' | 'name' | 'query'> & { isShared?: boolean | undefined },
): Promise<SavedView[]> {
  requireMay(caller, seenWith[asked.table])
  if (isShared) requireMay(caller, 'team')
  const view = { id: randomUUID(), ...asked, at: clock.now() }
  return inTransaction(async (session) => {
    const shelves = await shelvesOf(caller, session)
    const held = isShared ? shelves.shared : shelves.own
    if (savedAlready(held, asked)) return viewsOf(shelves, asked.table)
    requireFreeName([...shelves.own, ...shelves.shared], view)
    const next = { ...shelves, [isShared ? 'shared' : 'own']: withView(held, view) }
    await putBack({ caller, isShared, session }, next)
    if (isShared) await note(session, author, { act: 'view.share', view, at: view.at })
    return viewsOf(next, asked.table)
  })
}

/** @throws AppError `not_found`, `view_name_taken`, or `not_for_role` for a shared one that is not the caller's to change */
export const renameView = (holder: Holder, id: string, name: string): Promise<SavedView[]> =>
  changeView(holder, id, {
    act: 'view.rename',
    name,
    change: (held, { table }, shelves) => {
      requireFreeName([...shelves.own, ...shelves.shared], { id, table, name })
      return renamed(held, id, name)
    },
  })

/** @throws AppError `not_found`, or `not_for_role` for a shared one that is not the caller's to change */
export const removeView = (holder: Holder, id: string): Promise<SavedView[]> =>
  changeView(holder, id, { act: 'view.remove', change: (held) => without(held, id) })

type Change = {
  act: 'view.rename' | 'view.remove'
  name?: string
  change: (held: readonly IView[], view: IView, shelves: Shelves) => IView[]
}

function changeView(
  { caller, author, clock }: Holder,
  id: string,
  { act, name, change }: Change,
): Promise<SavedView[]> {
  return inTransaction(async (session) => {
    const shelves = await shelvesOf(caller, session)
    const hasId = (view: IView) => view.id === id
    const isShared = shelves.shared.some(hasId)
    const held = isShared ? shelves.shared : shelves.own
    const view = held.find(hasId)
    if (!view) throw new AppError('not_found')
    if (isShared) requireMay(caller, 'team')
    const next = { ...shelves, [isShared ? 'shared' : 'own']: change(held, view, shelves) }
    await putBack({ caller, isShared, session }, next)
    if (isShared) await note(session, author, { act, view, name, at: clock.now() })
    return viewsOf(next, view.table)
  })
}

async function shelvesOf({ userId }: Caller, session: ClientSession | null = null): Promise<Shelves> {
  const found = await ViewShelfModel.find({ _id: { $in: [userId, team] } })
    .session(session)
    .lean<IViewShelf[]>()
  const of = (holder: string) => found.find(({ _id }) => _id === holder)?.views ?? []
  return { own: of(userId), shared: of(team) }
}

type Writing = { caller: Caller; isShared: boolean; session: ClientSession }

/** Whoever else wrote this shelf since it was read makes MongoDB refuse the write, and the transaction begin anew. */
async function putBack({ caller, isShared, session }: Writing, { own, shared }: Shelves): Promise<void> {
  const _id = isShared ? team : caller.userId
  const views = isShared ? shared : own
  await ViewShelfModel.updateOne({ _id }, { $set: { views } }, { session, upsert: true })
}

type Noted = { act: 'view.share' | Change['act']; view: IView; name?: string | undefined; at: Date }

/** What everybody sees is changed under a name, like all else. */
function note(session: ClientSession, author: Author, { act, view, name, at }: Noted): Promise<void> {
  const { id, table, query } = view
  const before = act === 'view.share' ? {} : { name: view.name }
  const after = act === 'view.share' ? { table, name: view.name, query } : name ? { name } : {}
  return writeAudit(session, author, { at, act, target: auditTarget.view(id), before, after, reason: '' })
}

const viewsOf = ({ own, shared }: Shelves, table: ViewTable): SavedView[] => [
  ...ofTable(shared, table).map((view) => shown(view, true)),
  ...ofTable(own, table).map((view) => shown(view, false)),
]

const shown = ({ id, name, query }: IView, isShared: boolean): SavedView => ({ id, name, query, isShared })
