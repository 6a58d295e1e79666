import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useState } from 'react'
import { averageMargins, percentText } from '../margin.ts'
import { PlanDialog } from './plan-dialog.tsx'
import type { Sheet } from './use-sheet.ts'

/** Unsaved prices, with buttons to save, schedule or discard them. */
export function SheetDock({ sheet }: { sheet: Sheet }) {
  const { changes, ready, cells, isSaving, apply, discard } = sheet
  const [isPlanning, setIsPlanning] = useState(false)
  const unread = changes.length - ready.length
  const margins = averageMargins(cells)
  return (
    <section className="sheet-dock" aria-label="Unsaved changes">
      <p className="grow sm" role="status">
        <b>{`${changes.length} ${changes.length === 1 ? 'item changes' : 'items change'}`}</b>
        {unread > 0 && <span className="bad-text">{` · ${unread} not a valid price`}</span>}
        {margins && (
          <>
            <br />
            <span className="t2">
              Average margin <del>{percentText(margins.before)}</del> <b>{percentText(margins.after)}</b>
            </span>
          </>
        )}
      </p>
      <Button variant="quiet" onClick={discard} disabled={isSaving}>
        Discard
      </Button>
      <Button
        icon="clock"
        aria-disabled={cells.length === 0}
        onClick={() => cells.length > 0 && setIsPlanning(true)}
      >
        Schedule…
      </Button>
      <Button
        variant="accent"
        busy={isSaving && !isPlanning}
        busyText="Applying…"
        aria-disabled={ready.length === 0}
        onClick={apply}
      >
        Apply now
      </Button>
      {isPlanning && <PlanDialog sheet={sheet} onClose={() => setIsPlanning(false)} />}
    </section>
  )
}
