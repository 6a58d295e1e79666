import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'

/** The signed-in person in the top bar; on phones the disc alone. */
export function Me({ name }: { name: string }) {
  return (
    <>
      <Avatar name={name} me />
      <span className="hide-s b sm" aria-hidden="true">
        {name}
      </span>
      <span className="sr">User menu of {name}</span>
      <span className="hide-s t3">
        <Icon name="chevron-down" size="sm" />
      </span>
    </>
  )
}
