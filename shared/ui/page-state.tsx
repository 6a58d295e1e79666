import type { ReactNode } from 'react'
import { type Illustration, illustrationUrl } from './art.ts'

type PageStateProps = {
  spot: Illustration
  title: string
  role?: 'alert' | 'status' | undefined
  /** Available actions. */
  actions: ReactNode
  children: ReactNode
}

/** Replaces a whole page: what happened, whether anything is lost, and what to do. */
export function PageState({ spot, title, role, actions, children }: PageStateProps) {
  return (
    <div className="big-e" role={role}>
      <img
        src={illustrationUrl(spot)}
        alt=""
        width={220}
        height={220}
        // Without a network the picture may not load either.
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
