import type { ReactNode } from 'react'
import { MenuClose } from './menu-item.tsx'
import { MenuList } from './menu-list.tsx'
import { usePopoverTrigger } from './use-popover-trigger.ts'

export type MenuProps = {
  /** Content of the button that opens it. */
  button: ReactNode
  buttonClass?: string | undefined
  /** The button's name if its content has no text. */
  label?: string | undefined
  /** The edge of the button to which the menu is aligned. */
  align?: 'start' | 'end' | undefined
  /** `MenuItem`s, and a `.menu-h` block for a heading above them. */
  children: ReactNode
}

/** A button with a menu in the top layer. Arrow keys move; Esc, a choice and a press elsewhere close. */
export function Menu({ button, buttonClass = 'btn', label, align = 'end', children }: MenuProps) {
  const { id, open, setOpen, close, opener, button: opens } = usePopoverTrigger('menu')
  return (
    <>
      <button
        {...opens}
        ref={opener}
        type="button"
        className={buttonClass}
        aria-label={label}
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
