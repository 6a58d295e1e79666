import { model, Schema } from 'mongoose'
import { type AdminTable, adminTableNames } from '../../contracts/admin-tables.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

/** A saved view: the query of a table's address under a name. */
export interface IView {
  /** Random. */
  id: string
  table: AdminTable
  name: string
  /** The query string of the table's address. */
  query: string
  at: Date
}

/** All views of one owner in one document, so that the write itself detects a duplicate name and the 51st view. */
export interface IViewList {
  /** The admin's `_id` in hex, or `team` for shared views. */
  _id: string
  views: IView[]
}

const text = { type: String, required: true }

const viewSchema = new Schema<IView>(
  {
    id: text,
    table: { ...text, enum: adminTableNames },
    name: text,
    query: { type: String, default: '' },
    at: { type: Date, required: true },
  } satisfies SchemaFields<IView>,
  { _id: false, id: false, strict: 'throw' },
)

const viewListSchema = new Schema<IViewList>(
  { _id: text, views: { type: [viewSchema], required: true } } satisfies SchemaFields<IViewList>,
  { collection: 'saved_views', strict: 'throw', versionKey: false },
)

export const ViewListModel = model<IViewList>('ViewList', viewListSchema)
