import { noTask } from '../../platform/due-tasks.ts'
import type { Author } from '../audit/index.ts'
import type { IPriceSet } from './price-set-model.ts'

type Given = Pick<IPriceSet, 'prices' | 'reason'> & { id: string; author: Author; now: Date }

/** A set that is to be applied at once, and asks nothing. */
export const newSet = ({ id, author, now, prices, reason }: Given): IPriceSet => ({
  ...{
    _id: id,
    prices,
    reason,
    state: 'planned',
    rollsBack: '',
    rolledBackBy: '',
    asksOnCost: false,
    held: 'none',
  },
  by: { userId: author.userId, name: author.name },
  ...{ createdAt: now, updatedAt: now, applyAt: now, endedAt: null },
  due: { apply: noTask(), sweepCount: 0 },
})
