import type { AnchorProps } from '@jhatpat/shared/ui/links.tsx'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** `state` is passed to its page, in the history. */
type RouterLinkProps = Omit<AnchorProps, 'href' | 'target'> & { to: string; state?: unknown }

/**
 * React Router's `Link` without what frameworks need of it: a click navigates inside the app, all else is a
 * plain anchor.
 */
export function RouterLink({ to, state, onClick, children, ...anchor }: RouterLinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) go(event)
      }}
    >
      {children}
    </a>
  )
}
