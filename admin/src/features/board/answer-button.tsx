import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'

type ActionButtonProps = {
  title: string
  /** The key that does the same; empty: none does. */
  hotkey: string
  cost: string
  /** Why it cannot be chosen, in place of its cost. */
  blocked: string | undefined
  onChoose: () => void
}

/** One answer with its cost in words and its key. */
export function ActionButton({ title, hotkey, cost, blocked, onChoose }: ActionButtonProps) {
  const keysOn = useAtomValue(keysOnAtom)
  return (
    <button type="button" disabled={blocked !== undefined} onClick={onChoose}>
      <span className="row between">
        <b>{title}</b>
        {keysOn && hotkey && (
          <span aria-hidden="true">
            <kbd>{hotkey}</kbd>
          </span>
        )}
      </span>
      <span className="xs t2">{blocked ?? cost}</span>
    </button>
  )
}
