import { isOpen } from '../../../contracts/order-status.ts'
import type { Deps } from '../../deps.ts'
import { type IUnit, mergeUnit } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { setUnit } from '../model/order-update.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { withPaidPrice } from '../queries/paid-price.ts'
import { followUpAt, isOpenOlderAttempt, isUnresolved } from '../rules/open-units.ts'
import { accountChanged, supplierConflictOf, unexpectedDelivery } from '../rules/supplier-conflict.ts'
import { type SecretsPatch, unlessStored } from '../vault/store-secrets.ts'

type LateAnswerDeps = PublishDeps & Pick<Deps, 'log'>

/** The supplier's answer about an attempt at a unit after its order has ended. */
export type LateAnswer = {
  index: number
  attempt: number
  unit: IUnit
  secretsPatch?: SecretsPatch | undefined
}

const maxRaces = 10

/**
 * Records how a unit of an ended order ended at the supplier; what contradicts the order's own end becomes a
 * supplier conflict. No money moves: an admin decides that.
 * @returns the order afterwards; undefined when it is still open or has this already
 */
export async function recordLateAnswer(
  deps: LateAnswerDeps,
  orderId: string,
  { index, unit, secretsPatch }: LateAnswer,
): Promise<OrderDoc | undefined> {
  for (let race = 0; race < maxRaces; race += 1) {
    const order = await readOrder(orderId)
    const current = order?.units[index]
    if (!order || order.status === 'Processing' || !current) return undefined
    // The supplier's answer counts even after an admin has decided about this unit.
    const merged = mergeUnit(current, { ...unit, isFollowedUp: false })
    if (merged === 'keep' || !changesUnit(current, merged)) return undefined
    const ended = { ...merged, isFollowedUp: merged.state === 'unknown' && current.isFollowedUp }
    const conflict = supplierConflictOf(await withPaidPrice(order), ended, deps.clock.now())
    const newSecrets = unlessStored(order, secretsPatch)
    const after = await changeOrder(deps, order, {
      guard: unchangedSinceRead(order),
      set: {
        ...setUnit(index, ended),
        hasSupplierConflict: order.hasSupplierConflict || conflict !== undefined,
      },
      ...newSecrets,
      push: { ...newSecrets.push, ...(conflict && { supplierConflicts: conflict }) },
      // A purchase that the supplier accepted only now is followed up as well.
      ...(isUnresolved(ended) && !order.due.fulfil.at && { due: { fulfil: followUpAt(deps.clock.now()) } }),
    })
    if (!after) continue
    if (conflict) deps.log.error({ orderId: order._id, ...conflict }, 'supplier conflict found')
    return after
  }
  throw new Error(`${orderId} changed each time its pack's end was to be written`)
}

/**
 * Whether the answer changes the unit. A unit under follow-up is always written: its final state ends the
 * follow-up, also where it confirms what an admin assumed.
 */
const changesUnit = (current: IUnit, unit: IUnit) =>
  current.state !== unit.state ||
  current.supplierOrderId !== unit.supplierOrderId ||
  current.isFollowedUp ||
  current.batch !== unit.batch

/** Records a delivery that the order does not accept: a replaced attempt may have bought the unit twice. */
export async function recordUnexpectedDelivery(
  deps: LateAnswerDeps,
  orderId: string,
  { unit }: LateAnswer,
): Promise<void> {
  const order = await readOrder(orderId)
  if (!order) return
  const conflict = unexpectedDelivery(await withPaidPrice(order), unit, deps.clock.now())
  const isRecorded = { $elemMatch: { unit: conflict.unit, attempt: conflict.attempt, kind: conflict.kind } }
  await changeOrder(deps, order, {
    guard: { supplierConflicts: { $not: isRecorded } },
    set: { hasSupplierConflict: true },
    push: { supplierConflicts: conflict },
    // The accepted purchase is followed up to its final state once the order has ended.
    ...(isOpenOlderAttempt(conflict) && hasEnded(order) && { due: { fulfil: followUpAt(deps.clock.now()) } }),
  })
  deps.log.error({ orderId: order._id, ...conflict }, 'unexpected delivery')
}

const hasEnded = ({ status, due }: OrderDoc) => !isOpen(status) && due.fulfil.at === null

/**
 * Records that an ended order has a purchase at an account that is no longer configured; once for each unit.
 */
export async function recordAccountChanged(
  deps: LateAnswerDeps,
  orderId: string,
  unit: IUnit,
): Promise<void> {
  const order = await readOrder(orderId)
  if (
    !order ||
    order.supplierConflicts.some(
      (conflict) => conflict.kind === 'account_changed' && conflict.unit === unit.ref,
    )
  )
    return
  const conflict = accountChanged(await withPaidPrice(order), unit, deps.clock.now())
  await changeOrder(deps, order, {
    guard: unchangedSinceRead(order),
    set: { hasSupplierConflict: true },
    push: { supplierConflicts: conflict },
  })
}

/**
 * Records the final state of an older, accepted attempt. A delivery becomes a supplier conflict of its own; a
 * return closes the existing one.
 */
export async function recordOlderAnswer(
  deps: LateAnswerDeps,
  orderId: string,
  { followed, unit }: { followed: SupplierConflict; unit: IUnit },
): Promise<void> {
  for (let race = 0; race < maxRaces; race += 1) {
    const order = await readOrder(orderId)
    const current = order?.supplierConflicts.find((conflict) => isSameConflict(conflict, followed))
    if (!order || !current || !isOpenOlderAttempt(current)) return
    const at = deps.clock.now()
    const isReturned = unit.state === 'rejected'
    const ended = {
      ...current,
      endedAt: at,
      ...(isReturned && { closedAt: at, supplierMessage: unit.message }),
    }
    const additional = isReturned ? [] : [unexpectedDelivery(await withPaidPrice(order), unit, at)]
    const supplierConflicts = [
      ...order.supplierConflicts.map((conflict) => (isSameConflict(conflict, followed) ? ended : conflict)),
      ...additional,
    ]
    const hasSupplierConflict = supplierConflicts.some(({ closedAt }) => closedAt === null)
    const set = { supplierConflicts, hasSupplierConflict }
    if (await changeOrder(deps, order, { guard: unchangedSinceRead(order), set })) return
  }
  throw new Error(`${orderId} changed each time the end of an older attempt was to be written`)
}

const isSameConflict = (one: SupplierConflict, other: SupplierConflict): boolean =>
  one.kind === other.kind && one.unit === other.unit && one.attempt === other.attempt
