import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { boardKeys } from './board-keys.ts'

/** The keys at the bottom edge; on small screens there is no such bar. */
export function KeysBar() {
  const on = useAtomValue(keysOnAtom)
  if (!on) return null
  const groups = Map.groupBy(
    boardKeys.filter(({ action }) => action !== 'close'),
    ({ short }) => short,
  )
  return (
    <div className="keys xs t2" aria-hidden="true">
      {[...groups].map(([short, entries]) => (
        <span key={short}>
          {entries.map(({ keys }) => (
            <kbd key={keys[0]}>{keys[0]}</kbd>
          ))}
          {short}
        </span>
      ))}
    </div>
  )
}
