import { type ReactNode, useId, useRef, useState } from 'react'
import { MenuClose } from './menu-item.tsx'
import { MenuList } from './menu-list.tsx'

export type MenuProps = {
  /** Inside of the button that opens it. */
  button: ReactNode
  buttonClass?: string | undefined
  /** The button's name where its inside has no words. */
  label?: string | undefined
  /** The edge of the button to which the menu keeps. */
  align?: 'start' | 'end' | undefined
  /** `MenuItem`s, and a `.menu-h` block if there is something to say above them. */
  children: ReactNode
}

/** A button with a menu in the top layer. Arrow keys move; Esc, a choice and a press elsewhere close. */
export function Menu({ button, buttonClass = 'btn', label, align = 'end', children }: MenuProps) {
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
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {open && (
        <MenuClose value={close}>
          <MenuList
            id={id}
            opener={opener.current}
            align={align}
            onClose={close}
            onLeave={() => setOpen(false)}
          >
            {children}
          </MenuList>
        </MenuClose>
      )}
    </>
  )
}
