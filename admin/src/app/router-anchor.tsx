import type { AnchorProps } from '@jhatpat/shared/ui/links.tsx'
import { Link } from 'react-router-dom'

/** A link inside the admin app; its address is below `/admin`. */
export function RouterAnchor({ href, ...rest }: AnchorProps) {
  return <Link to={href} {...rest} />
}
