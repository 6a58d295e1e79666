import * as z from 'zod/mini'
import { adminTableNames } from './admin-tables.ts'
import { idText, shortText } from './fields.ts'
import { route } from './route.ts'

/** Maximal number of views of one person, over all tables; and of shared views. */
export const maxViews = 50

/** A view is a named query of a table's address. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  /** All staff have it. */
  isShared: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

const viewName = () => shortText(40)

/** As `URLSearchParams` writes it, without the question mark. */
const addressQuery = () =>
  z.string().check(z.maxLength(1_000), z.regex(/^[\w.*%+=&~!'()-]*$/, 'must be what follows an address’s ?'))

const views = z.object({ views: z.array(SavedView) })

export const savedViews = route({
  method: 'GET',
  path: '/admin/views/:table',
  auth: { permission: 'orders.view' },
  summary: 'The saved views of a table: shared ones, then one’s own',
  params: z.strictObject({ table: z.enum(adminTableNames) }),
  result: views,
  errors: ['role_not_permitted'],
  errorField: 'message',
})

export const saveView = route({
  method: 'POST',
  path: '/admin/views',
  auth: { permission: 'orders.view' },
  summary: 'Save a view of a table; an owner may share it',
  body: z.strictObject({
    table: z.enum(adminTableNames),
    name: viewName(),
    query: addressQuery(),
    isShared: z.optional(z.boolean()),
  }),
  result: views,
  errors: ['role_not_permitted', 'view_name_taken', 'view_limit_reached'],
  errorField: 'message',
})

export const renameView = route({
  method: 'POST',
  path: '/admin/views/:id',
  auth: { permission: 'orders.view' },
  summary: 'Rename a view: one’s own, or as an owner a shared one',
  params: z.strictObject({ id: idText() }),
  body: z.strictObject({ name: viewName() }),
  result: views,
  errors: ['not_found', 'role_not_permitted', 'view_name_taken'],
  errorField: 'message',
})

export const removeView = route({
  method: 'DELETE',
  path: '/admin/views/:id',
  auth: { permission: 'orders.view' },
  summary: 'Delete a view: one’s own, or as an owner a shared one',
  params: z.strictObject({ id: idText() }),
  result: views,
  errors: ['not_found', 'role_not_permitted'],
  errorField: 'message',
})
