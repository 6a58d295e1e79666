import {
  type ElementGuard,
  type Guard,
  type IncFields,
  type PushFields,
  prefixPath,
  type SetFields,
} from '../../../platform/typed-update.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { NotificationRecord } from './notification-record-schema.ts'
import type { OrderDoc } from './order-model.ts'

/**
 * Fields that no edit sets: those of the placement, and those that only a transition or `changeOrder` itself
 * writes.
 */
type FixedFields =
  | '_id'
  | 'userId'
  | 'customer'
  | 'product'
  | 'item'
  | 'category'
  | 'pricePaise'
  | 'redeliveryOf'
  | 'clearedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'status'
  | 'version'
  | 'revision'
  | 'history'
  | 'changes'
  | 'staffActions'
  | 'notes'
  | 'ended'
  | 'completedAt'
  | 'points'

type EditableFields = Omit<OrderDoc, FixedFields>

/**
 * The fields that an edit can set, by dotted path. Whole lists of staff actions or history cannot be set:
 * they only grow.
 */
export type OrderSet = SetFields<EditableFields> & Pick<SetFields<OrderDoc>, 'points.isOwed'>
/** The sums that a change can increment. */
export type OrderSums = IncFields<EditableFields>
/** The lists that a change can append to. */
export type OrderPushes = Pick<PushFields<OrderDoc>, 'staffActions' | 'notes' | 'supplierConflicts' | 'vault'>
/** The condition of a change; `_id` is always part of it. */
export type OrderGuard = Guard<OrderDoc>

/** Sets some fields of a unit. */
export const unitSet = (index: number, fields: Partial<IUnit>): OrderSet =>
  prefixPath(`units.${index}`, fields)

/** Sets a whole unit. */
export const setUnit = (index: number, unit: IUnit): OrderSet => prefixPath('units', { [index]: unit })

/** A condition on one unit. */
export const unitIs = (index: number, tests: ElementGuard<IUnit>): OrderGuard =>
  prefixPath(`units.${index}`, tests)

/** Sets a whole record of a notification. */
export const setNotification = (index: number, record: NotificationRecord): OrderSet =>
  prefixPath('notifications', { [index]: record })

/** A condition on one record of a notification. */
export const notificationIs = (index: number, tests: ElementGuard<NotificationRecord>): OrderGuard =>
  prefixPath(`notifications.${index}`, tests)
