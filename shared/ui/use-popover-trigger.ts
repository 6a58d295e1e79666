import { useId, useRef, useState } from 'react'

/**
 * State of a button that opens something under itself, and returning the focus to it. Spread `button` on the
 * element.
 */
export function usePopoverTrigger(kind: 'menu' | 'dialog') {
  const [open, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const button = {
    'aria-haspopup': kind,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  }
  return { id, open, setOpen, close, opener, button }
}
