import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const alertChannels = ['webhook', 'mail'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** A message that has not been accepted yet. */
export type PendingMessage = { channel: AlertChannel; attempts: number; nextAt: Date }

/** An alert of the shop, as it was last evaluated. In the database, so that a restart repeats no message. */
export interface IShopAlert {
  /** The alert's name. */
  _id: string
  isRaised: boolean
  /** When it was last raised or ended. */
  changedAt: Date
  /** Since when its condition has differed from `isRaised`; null: it does not. */
  differsSince: Date | null
  detail: string
  /** Incremented by each change, so that of two processes that evaluate at once one is recorded. */
  revision: number
  pending: PendingMessage[]
}

const when = { type: Date, required: true } as const

export const ShopAlertModel = model<IShopAlert>(
  'ShopAlert',
  new Schema<IShopAlert>(
    {
      _id: { type: String, required: true },
      isRaised: { type: Boolean, required: true },
      changedAt: when,
      differsSince: { type: Date, default: null },
      detail: { type: String, default: '' },
      revision: { type: Number, required: true },
      pending: {
        type: [
          new Schema<PendingMessage>(
            {
              channel: { type: String, enum: alertChannels, required: true },
              attempts: { type: Number, required: true },
              nextAt: when,
            } satisfies SchemaFields<PendingMessage>,
            { _id: false },
          ),
        ],
        default: [],
      },
    } satisfies SchemaFields<IShopAlert>,
    { collection: 'shop_alerts', strict: 'throw', versionKey: false },
  ),
)

/** An alert ends when its condition has not held for this long, so that one that flickers is one alert. */
const endAfterMs = 60_000

type Evaluation = {
  /** What is wrong now; undefined: nothing is. */
  detail: string | undefined
  forMs: number
  channels: readonly AlertChannel[]
  now: Date
}

/**
 * Pure. The alert's next state: raised after its condition has held for `forMs`, ended after it has not for a minute,
 * and each with a message on every channel. A message that was not accepted before is replaced.
 * @returns the same state when nothing has changed
 */
export function nextAlertState(state: IShopAlert, { detail, forMs, channels, now }: Evaluation): IShopAlert {
  const isWrong = detail !== undefined
  if (isWrong === state.isRaised) {
    return state.differsSince === null ? state : { ...state, differsSince: null }
  }
  const differsSince = state.differsSince ?? now
  const waitMs = state.isRaised ? endAfterMs : forMs
  if (now.getTime() - differsSince.getTime() < waitMs) {
    return state.differsSince ? state : { ...state, differsSince }
  }
  return {
    ...state,
    isRaised: isWrong,
    changedAt: now,
    differsSince: null,
    detail: detail ?? state.detail,
    pending: channels.map((channel) => ({ channel, attempts: 0, nextAt: now })),
  }
}

/** Delays after failed attempts; the last repeats until the message is accepted or replaced. */
const retryDelaysMs = [60_000, 120_000, 300_000, 900_000]

/** When a message is tried again, unless its attempt, which begins now, is accepted. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0))

export const quietAlert = (name: string, now: Date): IShopAlert => ({
  ...{ _id: name, isRaised: false, changedAt: now, differsSince: null, detail: '', revision: 0, pending: [] },
})
