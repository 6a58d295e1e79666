import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

export function LoginLink() {
  const speak = usePageLanguage()
  return (
    <ButtonLink variant="accent" size="lg" block href="/login">
      {speak(() => t('Login'))}
    </ButtonLink>
  )
}
