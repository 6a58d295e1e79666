import { Button } from '@jhatpat/shared/ui/button.tsx'
import type { Sheet } from './use-sheet.ts'

/** What is typed and not saved, and the ways out. */
export function SheetDock({ sheet }: { sheet: Sheet }) {
  const { changes, ready, isSaving, apply, discard } = sheet
  const unread = changes.length - ready.length
  return (
    <section className="sheet-dock" aria-label="Unsaved changes">
      <p className="grow sm" role="status">
        <b>{`${changes.length} ${changes.length === 1 ? 'item changes' : 'items change'}`}</b>
        {unread > 0 && <span className="bad-text">{` · ${unread} cannot be read`}</span>}
      </p>
      <Button variant="quiet" onClick={discard} disabled={isSaving}>
        Discard
      </Button>
      <Button
        variant="accent"
        busy={isSaving}
        busyText="Applying"
        aria-disabled={ready.length === 0}
        onClick={apply}
      >
        Apply now
      </Button>
    </section>
  )
}
