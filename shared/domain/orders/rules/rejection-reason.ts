import type { transitionReasons } from '../../../contracts/transition-reasons.ts'
import { type IUnit, rejectionCause } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'

type Reason = (typeof transitionReasons)['Refunded'][number]

/** Why a supplier rejected a unit, in our own words: its message is for admins only. */
export function rejectionReason({ item }: Pick<OrderDoc, 'item'>, { code }: Pick<IUnit, 'code'>): Reason {
  const cause = rejectionCause(code)
  switch (cause) {
    case 'player':
      return 'The player ID does not exist.'
    case 'region':
      // The number has this meaning at Smile.one only.
      return item.apiType.startsWith('SMILE') ? 'The account is of another region.' : refused
    case 'sold_out':
      return 'The item is sold out at our supplier.'
    case undefined:
      return refused
    default:
      return cause satisfies never
  }
}

const refused: Reason = 'Our supplier refused the order.'
