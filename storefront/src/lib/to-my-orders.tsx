import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** A link next to the message of a page that broke. */
export function ToMyOrders() {
  return (
    <ButtonLink href="/orders" variant="quiet">
      {t('My Orders')}
    </ButtonLink>
  )
}
