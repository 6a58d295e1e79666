import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

export function NoProduct() {
  return (
    <main className="shell">
      <title>{t('Product not found · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Product')}</h1>
      <Empty
        spot="nomatch"
        title={t('This product does not exist')}
        action={
          <ButtonLink href="/home" variant="accent">
            {t('See all products')}
          </ButtonLink>
        }
      >
        {t('It may have been taken out of the shop.')}
      </Empty>
    </main>
  )
}
