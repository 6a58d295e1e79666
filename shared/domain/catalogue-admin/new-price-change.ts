import { noTask } from '../../platform/due-tasks.ts'
import type { Actor } from '../audit/index.ts'
import type { IPriceChange } from './price-change-model.ts'

type Given = Pick<IPriceChange, 'prices' | 'reason'> & { id: string; actor: Actor; now: Date }

/** A set that is to be applied at once, and asks nothing. */
export const newPriceChange = ({ id, actor, now, prices, reason }: Given): IPriceChange => ({
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
