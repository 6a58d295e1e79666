import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { createContext, type ReactNode, use } from 'react'

/** Opens the side menu where it is collapsed behind a button. */
export const OpenMenu = createContext<() => void>(() => undefined)

type PageBarProps = {
  title: string
  /** Link to the parent list, instead of the heading, which is then further below. */
  back?: ReactNode
  children?: ReactNode
}

/**
 * The bar at the top of a screen: the menu button on small screens, the title, and the tools at its
 * end.
 */
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
