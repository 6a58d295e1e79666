import { model, Schema } from 'mongoose'
import type { PriceFloors } from '../../contracts/price-floors.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'

/** A single document; absent until an admin saves the floors. */
interface IPriceFloors {
  _id: 'floors'
  /** Per cent of the price. */
  customers: number
  resellers: number
  version: number
}

const number = { type: Number, required: true } as const

const floorsSchema = new Schema<IPriceFloors>(
  { _id: { type: String, required: true }, customers: number, resellers: number, version: number },
  { collection: 'price_floors', strict: 'throw', versionKey: false },
)

export const PriceFloorsModel = model<IPriceFloors>('PriceFloors', floorsSchema)

type FloorDeps = { env: Pick<Deps['env'], 'PRICE_FLOOR_PERCENT'> }

/** The floors as set by admins; by default the shop's setting, for both. */
export async function readFloors({ env }: FloorDeps): Promise<PriceFloors> {
  const floors = await PriceFloorsModel.findById('floors').lean<IPriceFloors | null>()
  const percent = env.PRICE_FLOOR_PERCENT
  if (!floors) return { customers: percent, resellers: percent, __v: 0 }
  return { customers: floors.customers, resellers: floors.resellers, __v: floors.version }
}

/**
 * Saves both floors, with an audit row.
 * @throws AppError `price_floors_changed` when a concurrent update won
 */
export async function saveFloors(
  deps: FloorDeps & Pick<Deps, 'clock'>,
  actor: Actor,
  { __v, ...floors }: PriceFloors,
): Promise<PriceFloors> {
  const before = await readFloors(deps)
  const version = __v + 1
  const saved = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      if (__v === 0)
        await PriceFloorsModel.insertMany([{ _id: 'floors', ...floors, version }], { session: tx })
      else {
        const { modifiedCount } = await PriceFloorsModel.updateOne(
          { _id: 'floors', version: __v },
          { $set: { ...floors, version } },
          { session: tx },
        )
        if (modifiedCount === 0) return undefined
      }
      await writeAudit(tx, actor, {
        at: deps.clock.now(),
        action: 'price_change.floors',
        target: auditTarget.prices('floors'),
        reason: '',
        before: { customers: before.customers, resellers: before.resellers },
        after: floors,
      })
      return { ...floors, __v: version }
    }),
  )
  if (!saved) throw new AppError('price_floors_changed')
  return saved
}
