import { type ReactNode, useEffect, useRef } from 'react'
import { usePopoverPosition } from './use-popover-position.ts'
import { usePopoverTrigger } from './use-popover-trigger.ts'

export type PopoverProps = {
  /** Its name for screen readers. */
  label: string
  /** Content of the button that opens it. */
  button: ReactNode
  buttonClass?: string | undefined
  align?: 'start' | 'end' | undefined
  className?: string | undefined
  /** The popover's content; `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A button with a small window under it that leaves the page usable: a sheet from below on phones. */
export function Popover({
  label,
  button,
  buttonClass = 'chip',
  align = 'end',
  className = '',
  children,
}: PopoverProps) {
  const { id, open, setOpen, close, opener, button: opens } = usePopoverTrigger('dialog')
  return (
    <>
      <button {...opens} ref={opener} type="button" className={buttonClass}>
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

type PanelProps = Required<Pick<PopoverProps, 'label' | 'className'>> & {
  id: string
  align: 'start' | 'end'
  opener: HTMLElement | null
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

function Panel({ id, label, align, className, opener, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  usePopoverPosition(panel, { opener, align, onLeave })
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input:not(:disabled),button:not(:disabled)')?.focus()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      className={`popover ${className}`.trim()}
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
