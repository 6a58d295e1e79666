import type { StaffAccess } from '@jhatpat/shared/contracts/permissions.ts'
import { Button, type ButtonProps } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink, type ButtonLinkProps } from '@jhatpat/shared/ui/button-link.tsx'
import { useAccess } from './me.ts'

type Access = {
  /** The `auth` of the call behind it. */
  access: StaffAccess
}

/** A button that leads to a call; absent for roles that may not make it. */
export function CallButton({ access, ...button }: ButtonProps & Access) {
  if (!useAccess()(access)) return null
  return <Button {...button} data-permission={permissionText(access)} />
}

/** A link that leads to a call; absent for roles that may not make it. */
export function CallLink({ access, ...link }: ButtonLinkProps & Access) {
  if (!useAccess()(access)) return null
  return <ButtonLink {...link} data-permission={permissionText(access)} />
}

/** For controls that are not a `Button`: the permissions of a call, as a test reads them from the page. */
export const permissionText = ({ permission }: StaffAccess): string => [permission].flat().join(' ')
