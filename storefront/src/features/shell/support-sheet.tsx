import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useCloseOnBack } from '../../lib/close-on-back.ts'
import { writingLink } from '../../lib/contact-link.ts'
import { chatLink, messagingLink } from '../../lib/support.ts'
import { useContact } from '../../lib/use-contact.ts'

type SupportSheetProps = { user: BrowserUser | null; onClose: () => void }

/** The contacts that the shop has set; without any, its mail address. */
export default function SupportSheet({ user, onClose }: SupportSheetProps) {
  const support = useContact(true)
  useCloseOnBack(onClose)
  const chat = support && chatLink(support, user)
  const app = support && messagingLink(support, user)
  const write = support && writingLink(support, t('Support'))
  const filledIn = t('Your name, number and email are filled in for you')
  return (
    <Dialog open title={t('Support')} onClose={onClose}>
      <div className="stack">
        {chat && <ContactLink href={chat} icon="send" text={t('Chat')} more={filledIn} />}
        {app && <ContactLink href={app} icon="smartphone" text={t('WhatsApp')} more={filledIn} />}
        {write && <ContactLink href={write.href} icon="mail" text={t('Write to us')} more={write.address} />}
        <AppLink className="choice" href="/orders" onClick={onClose}>
          <Icon name="receipt-text" />
          <span className="grow">
            <b className="line">{t('My Orders')}</b>
            <span className="xs t2">{t('Check your order status and refund on the order page')}</span>
          </span>
        </AppLink>
      </div>
    </Dialog>
  )
}

type WayProps = { href: string; icon: IconName; text: string; more: string }

function ContactLink({ href, icon, text, more }: WayProps) {
  return (
    <a className="choice" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name={icon} />
      <span className="grow">
        <b className="line">{text}</b>
        <span className="xs t2">{more}</span>
      </span>
      <Icon name="external-link" size="sm" />
    </a>
  )
}
