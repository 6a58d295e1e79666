import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

export function NoOrder() {
  return (
    <main className="shell">
      <title>{t('Order not found · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Order')}</h1>
      <Empty
        spot="nomatch"
        title={t('There is no such order')}
        action={
          <ButtonLink href="/orders" variant="accent">
            {t('My Orders')}
          </ButtonLink>
        }
      >
        {t('It does not exist, or it is not yours.')}
      </Empty>
    </main>
  )
}
