import { noTask } from '../../platform/due-tasks.ts'
import type { Actor } from '../audit/index.ts'
import type { IPriceChange } from './price-change-model.ts'

type NewPriceChange = Pick<IPriceChange, 'prices' | 'reason'> & { id: string; actor: Actor; now: Date }

/** A price change to apply at once, without a cost review. */
export const newPriceChange = ({ id, actor, now, prices, reason }: NewPriceChange): IPriceChange => ({
  _id: id,
  prices,
  reason,
  state: 'planned',
  rollsBackId: '',
  rolledBackBy: '',
  reviewsCost: false,
  pending: 'none',
  by: { userId: actor.userId, name: actor.name },
  createdAt: now,
  updatedAt: now,
  applyAt: now,
  endedAt: null,
  due: { apply: noTask(), sweepCount: 0 },
})
