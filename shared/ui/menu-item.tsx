import { createContext, type ReactNode, use } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'
import { AppLink } from './links.tsx'

/** Closes the menu around an item; outside a menu it does nothing. */
export const MenuClose = createContext<() => void>(() => {})

export type MenuItemProps = {
  icon?: IconName | undefined
  /** A link's address, or the action of a press. */
  href?: string | undefined
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  children: ReactNode
}

/** One line of a `Menu`. */
export function MenuItem({
  icon,
  href,
  onSelect,
  danger = false,
  disabled = false,
  children,
}: MenuItemProps) {
  const close = use(MenuClose)
  const choose = () => {
    close()
    onSelect?.()
  }
  const itemProps = { role: 'menuitem', tabIndex: -1, className: danger ? 'danger' : '' } as const
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  if (href !== undefined) {
    return (
      <AppLink href={href} {...itemProps} onClick={choose}>
        {inside}
      </AppLink>
    )
  }
  return (
    <button type="button" {...itemProps} disabled={disabled} onClick={choose}>
      {inside}
    </button>
  )
}
