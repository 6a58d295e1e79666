import { canTransition, firstStatuses, isOpen, type OrderStatus } from '../../../contracts/order-status.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { HistoryRow, OrderDoc, OrderEnd } from '../model/order-model.ts'

/** The fields of an order that `foldOrder` reads. */
export type Foldable = Pick<
  OrderDoc,
  | 'status'
  | 'version'
  | 'reason'
  | 'history'
  | 'changes'
  | 'processingAt'
  | 'completedAt'
  | 'ended'
  | 'creditedPaise'
  | 'partlyRefundedPaise'
> & { units: Pick<IUnit, 'state' | 'attempt' | 'supplierOrderId'>[] }

/** A field with a value that does not follow from the history; both values as JSON text. */
export type Difference = { field: string; stored: string; folded: string }

/**
 * Pure. Folds an order from its history and compares the result with the order: the transitions with status,
 * version, reason and times; the changes with units and refunds. An order of an older version has no changes:
 * only its transitions are compared.
 * @returns nothing if the order equals its history
 */
export function foldOrder(order: Foldable): Difference[] {
  return [
    ...brokenTransitions(order.history),
    ...differences(order, withComparableEnd(order, foldTransitions(order.history))),
    ...foldChanges(order),
  ]
}

/** Rows with a wrong version, or with a transition that is not in the table. */
function brokenTransitions(history: readonly HistoryRow[]): Difference[] {
  return history.flatMap((row, index) => {
    const before = history[index - 1]
    const isTransition = before
      ? row.from === before.to &&
        ['system' as const, 'admin' as const].some((by) => canTransition(before.to, row.to, by))
      : row.from === '' && firstStatuses.some((first) => first === row.to)
    const stored = `${row.version}: ${row.from || 'new'} to ${row.to}`
    const folded = `${index + 1}: a move from ${before?.to ?? 'new'}`
    return isTransition && row.version === index + 1 ? [] : [{ field: `history.${index}`, stored, folded }]
  })
}

type FoldedOrder = Pick<Foldable, 'version' | 'processingAt' | 'completedAt' | 'ended'> & {
  status: OrderStatus | ''
  reason: string
}

function foldTransitions(history: readonly HistoryRow[]): FoldedOrder {
  const start: FoldedOrder = {
    status: '',
    version: 0,
    reason: '',
    processingAt: null,
    completedAt: null,
    ended: null,
  }
  return history.reduce(foldRow, start)
}

const foldRow = (order: FoldedOrder, { to, at, by, reason }: HistoryRow): FoldedOrder => ({
  status: to,
  version: order.version + 1,
  reason,
  processingAt: to === 'Processing' ? at : order.processingAt,
  completedAt: to === 'Completed' ? at : order.completedAt,
  ended: isOpen(to) ? order.ended : { at, by, previous: previousEnd(order) },
})

/** Ends written by earlier versions have no `previous`: it is left out of the comparison. */
const withComparableEnd = ({ ended: stored }: Foldable, { ended, ...rest }: FoldedOrder): FoldedOrder => ({
  ...rest,
  ended: stored && ended && !('previous' in stored) ? { at: ended.at, by: ended.by } : ended,
})

const previousEnd = ({ status, ended }: FoldedOrder): NonNullable<OrderEnd['previous']> | null =>
  status !== '' && ended ? { status, at: ended.at } : null

type Unit = Foldable['units'][number]

function foldChanges({ changes, units, creditedPaise, partlyRefundedPaise }: Foldable): Difference[] {
  if (!changes) return []
  const folded: Unit[] = units.map(() => ({ state: 'planned', attempt: 0, supplierOrderId: '' }))
  for (const change of changes) {
    for (const { index, ...fields } of change.units) folded[index] = { ...(folded[index] as Unit), ...fields }
  }
  const sumOf = (field: 'creditedPaise' | 'partlyRefundedPaise') =>
    changes.reduce((sum, change) => sum + change[field], 0)
  return [
    ...units.flatMap((unit, index) =>
      differences(unit, folded[index] as Unit).map((one) => ({
        ...one,
        field: `units.${index}.${one.field}`,
      })),
    ),
    ...differences(
      { creditedPaise, partlyRefundedPaise },
      { creditedPaise: sumOf('creditedPaise'), partlyRefundedPaise: sumOf('partlyRefundedPaise') },
    ),
  ]
}

function differences<T extends object>(stored: T, folded: { [Field in keyof T]?: unknown }): Difference[] {
  return Object.entries(folded).flatMap(([field, value]) => {
    const [storedText, foldedText] = [textOf(stored[field as keyof T]), textOf(value)]
    return storedText === foldedText ? [] : [{ field, stored: storedText, folded: foldedText }]
  })
}

/** A missing value equals null. */
const textOf = (value: unknown): string => JSON.stringify(value ?? null)
