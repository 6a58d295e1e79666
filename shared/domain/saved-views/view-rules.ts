import { type ViewTable, maxViews } from '../../contracts/saved-views.ts'
import { AppError } from '../../platform/app-error.ts'
import type { IView } from './view-list-model.ts'

const isCalled = (name: string) => (view: IView) => sameName(view.name) === sameName(name)

/** `Late today` and ` late  TODAY` would be taken for each other. */
const sameName = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * @param all every view that the admin sees, whoever holds it
 * @throws AppError `view_name_taken` when another one of the table is called so
 */
export function requireFreeName(
  all: readonly IView[],
  { id, table, name }: Pick<IView, 'id' | 'table' | 'name'>,
): void {
  const taken = all.filter((view) => view.table === table && view.id !== id).find(isCalled(name))
  if (taken) throw new AppError('view_name_taken', { field: 'name' })
}

/** The very view that is being saved: a second try after an answer that was lost. */
export const findSameView = (
  held: readonly IView[],
  { table, name, query }: Pick<IView, 'table' | 'name' | 'query'>,
): boolean => held.some((view) => view.table === table && view.name === name && view.query === query)

/** @throws AppError `view_limit_reached` */
export function addTo(held: readonly IView[], view: IView): IView[] {
  if (held.length >= maxViews) throw new AppError('view_limit_reached')
  return [...held, view]
}

export const renamed = (held: readonly IView[], id: string, name: string): IView[] =>
  held.map((view) => (view.id === id ? { ...view, name } : view))

export const removeFrom = (held: readonly IView[], id: string): IView[] => held.filter((view) => view.id !== id)

export const ofTable = (held: readonly IView[], table: ViewTable): IView[] =>
  held.filter((view) => view.table === table)
