import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'

/** Link from a record's screen back to its list. */
export function BackLink({ href, to }: { href: string; to: string }) {
  return (
    <AppLink className="back-link" href={href}>
      <Icon name="chevron-left" size="sm" />
      {to}
    </AppLink>
  )
}
