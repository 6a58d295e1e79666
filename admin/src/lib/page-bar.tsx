import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { createContext, type ReactNode, use } from 'react'

/** Opens the side menu where it waits behind a button. */
export const OpenMenu = createContext<() => void>(() => undefined)

type PageBarProps = {
  title: string
  /** The way to the list that the screen is one row of, in place of the heading, which stands below. */
  back?: ReactNode
  children?: ReactNode
}

/** The line at the top of a screen: the menu's button on small screens, the title, and what stands at its end. */
export function PageBar({ title, back, children }: PageBarProps) {
  const openMenu = use(OpenMenu)
  return (
    <div className="page-bar">
      <title>{`${title} · Jhatpat admin`}</title>
      <IconButton icon="menu" label="Open menu" size="sm" className="menu-b" onClick={openMenu} />
      {back ?? <h1 className="d2">{title}</h1>}
      <div className="row wrap push">{children}</div>
    </div>
  )
}
