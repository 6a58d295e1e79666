import type { ReactNode } from 'react'
import { type Illustration, illustrationUrl } from './art.ts'

export type EmptyProps = {
  /** The illustration: nothing yet, no match, all done, wallet too low, no network, an error. */
  spot: Illustration
  title: ReactNode
  /** At most one button or link. */
  action?: ReactNode | undefined
  /** The heading's level in the page. */
  level?: 2 | 3 | undefined
  panel?: boolean | undefined
  role?: 'alert' | 'status' | undefined
  /** Why it is empty, or what happened, and whether money moved. */
  children?: ReactNode | undefined
}

/** One illustration, one reason, at most one action. "No match" and "nothing yet" are different sentences. */
export function Empty({ spot, title, action, level = 2, panel = true, role, children }: EmptyProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={panel ? 'panel empty' : 'empty'} role={role}>
      <img src={illustrationUrl(spot)} alt="" width={132} height={132} />
      <Heading className="d3">{title}</Heading>
      {typeof children === 'string' ? <p>{children}</p> : children}
      {action}
    </div>
  )
}
