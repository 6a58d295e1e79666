import type { ReactNode } from 'react'
import { type Illustration, illustrationUrl } from './art.ts'

type PageStateProps = {
  spot: Illustration
  title: string
  role?: 'alert' | 'status' | undefined
  /** What one can do. */
  actions: ReactNode
  children: ReactNode
}

/** In place of a whole page: what is the matter, whether anything is lost, and what one can do. */
export function PageState({ spot, title, role, actions, children }: PageStateProps) {
  return (
    <div className="big-e" role={role}>
      <img
        src={illustrationUrl(spot)}
        alt=""
        width={220}
        height={220}
        // Without a network it may not come either.
        onError={({ currentTarget }) => {
          currentTarget.hidden = true
        }}
      />
      <h1 className="d1">{title}</h1>
      <p className="t2">{children}</p>
      <div className="row wrap">{actions}</div>
    </div>
  )
}
