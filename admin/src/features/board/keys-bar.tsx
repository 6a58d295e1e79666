import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { boardKeys } from './board-keys.ts'
import { nameOf } from './board-texts.ts'

/** Left out where the bar is narrow: the list of keys has them. */
const rare = new Set(['send again', 'undo', 'select'])

/**
 * The order that keys act on, and the keys, at the bottom edge; on small screens there is no such bar.
 * @param order whose row has the focus
 */
export function KeysBar({ order }: { order: BoardOrder | undefined }) {
  const on = useAtomValue(keysOnAtom)
  if (!on) return null
  const groups = Map.groupBy(
    boardKeys.filter(({ action }) => action !== 'close'),
    ({ short }) => short,
  )
  return (
    <div className="keys xs t2" aria-hidden="true">
      <span className="keys-on">
        {order ? <b className="t1 cut">{nameOf(order)}</b> : 'No order has the focus'}
      </span>
      {[...groups].map(([short, entries]) => (
        <span key={short} className={rare.has(short) ? 'rare' : undefined}>
          {entries.map(({ keys }) => (
            <kbd key={keys[0]}>{keys[0]}</kbd>
          ))}
          {short}
        </span>
      ))}
    </div>
  )
}
