import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { usePermission } from '../../lib/may.ts'

type NextButtonProps = { busy: boolean; onTake: () => void }

/** Claims and opens what is to be dealt with next; for those who may move orders. */
export function NextButton({ busy, onTake }: NextButtonProps) {
  const mayMove = usePermission()('orders.decide')
  const keysOn = useAtomValue(keysOnAtom)
  if (!mayMove) return null
  return (
    <Button className="give-next" variant="accent" size="sm" busy={busy} busyText="Looking" onClick={onTake}>
      Take next
      {keysOn && (
        <span aria-hidden="true" className="hide-t">
          <kbd>N</kbd>
        </span>
      )}
    </Button>
  )
}
