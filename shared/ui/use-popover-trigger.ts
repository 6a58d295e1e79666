import { useId, useRef, useState } from 'react'

/** What a button opens under itself: whether it is open, and the way back to the button. `button` is spread on it. */
export function usePopoverTrigger(kind: 'menu' | 'dialog') {
  const [open, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const button = {
    ...{ 'aria-haspopup': kind, 'aria-expanded': open, 'aria-controls': open ? id : undefined },
    onClick: () => setOpen(!open),
  }
  return { id, open, setOpen, close, opener, button }
}
