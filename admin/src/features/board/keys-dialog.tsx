import { Check } from '@jhatpat/shared/ui/check.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { useAtom } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { boardKeys } from './board-keys.ts'

/** The list of keys, and the switch that turns them off. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useAtom(keysOnAtom)
  return (
    <Dialog open onClose={onClose} title="Keys of the board">
      <div className="stack">
        <dl className="kv">
          {boardKeys.map(({ keys, action, does }) => (
            <div key={action}>
              <dt>{does}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className="t3 xs">
          Keys act on the order that has the focus, and on none while none has it or while you type.
        </p>
        <p className="t3 xs">The arrow keys walk the rows too, also while the keys are off.</p>
        <Check label="Use these keys" checked={on} onChange={(event) => setOn(event.target.checked)} />
      </div>
    </Dialog>
  )
}
