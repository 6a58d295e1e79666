import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The signed-in person in the top bar; on phones the avatar alone. */
export function Me({ name }: { name: string }) {
  return (
    <>
      <Avatar name={name} me />
      <bdi className="hide-s b sm cut" lang="en" aria-hidden="true">
        {name}
      </bdi>
      <span className="visually-hidden">{t('User menu of {name}', { name: isolated(name) })}</span>
      <span className="hide-s t3">
        <Icon name="chevron-down" size="sm" />
      </span>
    </>
  )
}
