import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { keysOnAtom } from './alerts.ts'

type KeysDialogProps = {
  title: string
  keys: readonly { keys: readonly string[]; does: string }[]
  /** Remarks below the list. */
  children: ReactNode
  onClose: () => void
}

/** Lists a screen's keys, with a switch that turns all keys of the admin app off. */
export function KeysDialog({ title, keys, children, onClose }: KeysDialogProps) {
  const [on, setOn] = useAtom(keysOnAtom)
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="stack">
        <dl className="key-values">
          {keys.map(({ keys: names, does }) => (
            <div key={does}>
              <dt>{does}</dt>
              <dd>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        {children}
        <Checkbox label="Use these keys" checked={on} onChange={(event) => setOn(event.target.checked)} />
      </div>
    </Dialog>
  )
}
