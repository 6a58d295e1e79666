import { type ClientSession, model, Schema } from 'mongoose'
import { type ErasureObstacleKind, erasureObstacleKinds } from '../../contracts/erasure-obstacles.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

const runningStates = ['requested', 'waiting', 'closing', 'clearing', 'erased'] as const
const endedStates = ['stopped', 'withdrawn', 'rejected'] as const
export const erasureStates = [...runningStates, ...endedStates] as const
export type ErasureState = (typeof erasureStates)[number]

/** The erasure of one account: it has ids and times only, and stays when the person's values are gone. */
export interface IErasure {
  /** The user's `_id` in hex, so that an account is erased once. */
  _id: string
  /**
   * `requested`: two people have to confirm it. `waiting`: confirmed, and the person can still take it back. `closing`:
   * the account is closed, nothing is cleared yet. `clearing`: values are being cleared, and nothing stops it.
   * `stopped`: something has to be ended first, and the account is open.
   */
  state: ErasureState
  /** The approval request's id. */
  request: string
  requestedAt: Date
  /** The `_id` in hex of the person, or of the staff member who asked. */
  requestedBy: string
  /** The `_id`s in hex of the staff members who confirmed it. */
  confirmedBy: string[]
  /** Whether the account was blocked before it was closed, or blocked by staff since. */
  wasBlocked: boolean
  /** When it continues; null while people have to decide, and once it has ended. */
  nextAt: Date | null
  endedAt: Date | null
  /** What stopped it. */
  obstacles: ErasureObstacleKind[]
}

const text = { type: String, required: true } as const

const erasureSchema = new Schema<IErasure>(
  {
    _id: text,
    state: { ...text, enum: erasureStates },
    request: { type: String, default: '' },
    requestedAt: { type: Date, required: true },
    requestedBy: text,
    confirmedBy: { type: [String], default: [] },
    wasBlocked: { type: Boolean, default: false },
    nextAt: { type: Date, default: null },
    endedAt: { type: Date, default: null },
    obstacles: { type: [{ type: String, enum: erasureObstacleKinds }], default: [] },
  } satisfies SchemaFields<IErasure>,
  { collection: 'erasures', strict: 'throw', versionKey: false },
)
erasureSchema.index(
  { nextAt: 1 },
  { name: 'running', partialFilterExpression: { nextAt: { $type: 'date' } } },
)
erasureSchema.index(
  { requestedAt: 1 },
  { name: 'requested', partialFilterExpression: { state: 'requested' } },
)
erasureSchema.index(
  { endedAt: 1 },
  { name: 'ended', partialFilterExpression: { endedAt: { $type: 'date' } } },
)

export const ErasureModel = model<IErasure>('Erasure', erasureSchema)

/** Whether an account's erasure has neither been taken back nor refused. */
export const isRunning = ({ state }: Pick<IErasure, 'state'>): boolean =>
  (runningStates as readonly string[]).includes(state)

type Move = { from: readonly ErasureState[]; set: Partial<IErasure> }

/**
 * Moves an erasure from one of some states, by compare-and-set.
 * @returns whether it was in one of them
 */
export async function moveErasure(tx: ClientSession, _id: string, { from, set }: Move): Promise<boolean> {
  const { matchedCount } = await ErasureModel.updateOne(
    { _id, state: { $in: [...from] } },
    { $set: set },
    { session: tx },
  )
  return matchedCount === 1
}
