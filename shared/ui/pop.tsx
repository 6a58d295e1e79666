import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useHanging } from './use-hanging.ts'

export type PopProps = {
  /** What it is, read aloud. */
  label: string
  /** Inside of the button that opens it. */
  button: ReactNode
  buttonClass?: string | undefined
  align?: 'start' | 'end' | undefined
  className?: string | undefined
  /** What hangs there; `close` puts the focus back on the button. */
  children: (close: () => void) => ReactNode
}

/** A button with a small window under it, beside which the page stays: a sheet from below on phones. */
export function Pop({
  label,
  button,
  buttonClass = 'chip',
  align = 'end',
  className = '',
  children,
}: PopProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <Panel
          {...{ id, label, align, className }}
          opener={opener.current}
          onClose={close}
          onLeave={() => setOpen(false)}
        >
          {children(close)}
        </Panel>
      )}
    </>
  )
}

type PanelProps = Required<Pick<PopProps, 'label' | 'className'>> & {
  id: string
  align: 'start' | 'end'
  opener: HTMLElement | null
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

function Panel({ id, label, align, className, opener, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useHanging(panel, { opener, align, onLeave })
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input:not(:disabled),button:not(:disabled)')?.focus()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      className={`pop ${className}`.trim()}
      role="dialog"
      aria-label={label}
      popover="manual"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onLeave()
      }}
    >
      {children}
    </div>
  )
}
