import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { isSlash } from '../../lib/slash-key.ts'

const FindDialog = lazyComponent(() => import('./find-dialog.tsx'))

/** Opens the search for anything; so does `/` wherever the screen has no search of its own. */
export function FindButton({ listens }: { listens: boolean }) {
  const [open, setOpen] = useState(false)
  const keysOn = useAtomValue(keysOnAtom)
  useEffect(() => {
    if (!listens || !keysOn) return
    const onKey = (event: KeyboardEvent) => {
      if (!isSlash(event) || document.querySelector('dialog[open], main input[type=search]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [listens, keysOn])
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Find anything
        <span className="push" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
