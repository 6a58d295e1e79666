import {
  type Guard,
  type IncFields,
  type PushFields,
  prefixPath,
  type SetFields,
} from '../../../platform/typed-update.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from './order-model.ts'

/** What is written by no change but its own: who ordered what, and what only a transition or `changeOrder` itself writes. */
type Fixed =
  | (
      | '_id'
      | 'userId'
      | 'customer'
      | 'product'
      | 'item'
      | 'category'
      | 'pricePaise'
      | 'redeliveryOf'
      | 'createdAt'
      | 'updatedAt'
    )
  | (
      | 'status'
      | 'version'
      | 'revision'
      | 'history'
      | 'changes'
      | 'staffActions'
      | 'notes'
      | 'ended'
      | 'completedAt'
    )
  | 'points'

type Open = Omit<OrderDoc, Fixed>

/** What a change may set, by dotted path. Whole lists of staffActions or moves are set by nobody: they only grow. */
export type OrderSet = SetFields<Open>
/** What a change may add to. */
export type OrderSums = IncFields<Open>
/** What a change may append to the order's lists. */
export type OrderPushes = Pick<PushFields<OrderDoc>, 'staffActions' | 'notes' | 'supplierConflicts' | 'vault'>
/** What must still hold of the order for a change to happen; its `_id` goes without saying. */
export type OrderGuard = Guard<OrderDoc>

/** Some fields of one unit. */
export const unitSet = (index: number, fields: Partial<IUnit>): OrderSet =>
  prefixPath(`units.${index}`, fields)

/** One unit as a whole. */
export const setUnit = (index: number, unit: IUnit): OrderSet => prefixPath('units', { [index]: unit })

/** What must hold of one unit. */
export const unitIs = (index: number, tests: Guard<IUnit>): OrderGuard => prefixPath(`units.${index}`, tests)
