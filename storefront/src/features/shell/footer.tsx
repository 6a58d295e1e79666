import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { brand } from '../../lib/brand.ts'
import { useContact } from '../../lib/use-contact.ts'

export function Footer() {
  const social = useContact(true)?.social ?? []
  return (
    <footer className="foot">
      <div className="shell">
        <div className="stack about">
          <img src="/art/logo.svg" alt={brand.name} width={129} height={30} loading="lazy" />
          <p>
            {t(
              'Game top-ups, recharges and OTT plans. Pay by UPI or wallet, and track every order and refund live.',
            )}
          </p>
        </div>
        <div>
          <p className="label">{t('Payments')}</p>
          <p className="lines">
            UPI
            <br />
            Paytm
            <br />
            Google Pay
          </p>
        </div>
        <div>
          <p className="label">{t('Policies')}</p>
          {policies.map(({ href, text }) => (
            <p key={href}>
              <AppLink href={href}>{t(text)}</AppLink>
            </p>
          ))}
        </div>
        {social[0] && (
          <div>
            <p className="label">{t('Follow us')}</p>
            {social.map(({ name, href }) => (
              <p key={name}>
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </p>
            ))}
          </div>
        )}
        <p className="last xs t3">
          {t(
            '© 2024 {shop}. All sales are final. Report any issue within 48 hours. For ages 18+, or with a guardian’s consent.',
            { shop: brand.name },
          )}
        </p>
      </div>
    </footer>
  )
}

type Link = { href: string; text: Text }

const policies: readonly Link[] = [
  { href: '/terms-and-condition', text: 'Terms and Conditions' },
  { href: '/privacypage', text: 'Privacy Policy' },
  { href: '/refund-policy', text: 'Refund Policy' },
]
