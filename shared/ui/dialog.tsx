import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { t } from './texts/translate.ts'

export type DialogProps = {
  open: boolean
  /** Called by Esc, the cross and the backdrop. The dialog closes when `open` becomes false. */
  onClose: () => void
  /** The heading; with `picture` it is for screen readers only. */
  title: string
  /** `picture` has no padding and no visible heading; drawers come in from a side. */
  kind?: 'plain' | 'wide' | 'picture' | 'drawer' | 'drawer-left' | undefined
  children: ReactNode
}

const kindClass = {
  plain: '',
  wide: ' wide',
  picture: ' flush',
  drawer: ' drawer',
  'drawer-left': ' drawer left',
} as const

/**
 * A modal dialog. Focus stays inside and returns to its previous element; nothing is rendered while closed.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, kind = 'plain', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = usePageLanguage()(() => t('Close'))

  useEffect(() => {
    const node = dialog.current
    const before = document.activeElement
    if (!node) return
    node.showModal()
    const stopWatching = focusFirst(node)
    return () => {
      stopWatching()
      node.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && isOutside(event)) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc does the same by key
    <dialog
      ref={dialog}
      className={`dialog${kindClass[kind]}`}
      aria-labelledby={titleId}
      onClick={onBackdrop}
      // React passes both events on to outer dialogs, and a file field's own `cancel` arrives here too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Before the first user interaction with the page a browser closes the dialog without asking.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {kind === 'picture' ? (
        <h2 className="visually-hidden" id={titleId} tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <div className="dialog-h">
          <h2 className="d3" id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="x" label={close} variant="quiet" onClick={onClose} />
        </div>
      )}
      {children}
      {kind === 'picture' && <IconButton icon="x" label={close} className="dialog-x" onClick={onClose} />}
    </dialog>
  )
}

const firstField = ':is(input:not([type=hidden],[hidden],[readonly]),select,textarea):not(:disabled)'
const safestButton = '.btn-quiet:not(.btn-icon,:disabled),a.btn'

/**
 * Focuses the first field, else the quiet button or a link, else the heading: never the cross, which a
 * typed space would press. A field that loads later takes the focus from the heading.
 */
function focusFirst(dialog: HTMLDialogElement): () => void {
  const heading = dialog.querySelector('h2')
  const focus = () => {
    const first = dialog.querySelector(firstField) ?? dialog.querySelector(safestButton) ?? heading
    if (first instanceof HTMLElement) first.focus()
  }
  focus()
  const watcher = new MutationObserver(() => document.activeElement === heading && focus())
  watcher.observe(dialog, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

/** Padding belongs to the dialog's element too, so only a press outside its box counts as the backdrop. */
function isOutside({ clientX, clientY, currentTarget }: MouseEvent<HTMLDialogElement>): boolean {
  const box = currentTarget.getBoundingClientRect()
  const inside = clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom
  return !inside
}
