import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ReactNode, useState } from 'react'
import { type Contact, ContactForm } from './contact-form.tsx'
import { NameForm } from './name-form.tsx'
import { isFrozen, UnverifiedContacts } from './unverified-contacts.tsx'

/** Name, ID, email and number of the signed-in user, each of which but the id can be changed. */
export function ProfilePanel({ user }: { user: BrowserUser }) {
  const [editing, setEditing] = useState(false)
  const [changing, setChanging] = useState<Contact>()
  const [saved, setSaved] = useState<Saved>()
  const edit = () => {
    setSaved(undefined)
    setChanging(undefined)
    setEditing(true)
  }
  const change = (what: Contact) => {
    setSaved(undefined)
    setEditing(false)
    setChanging(what)
  }
  const onSaved = (title: string) => {
    setSaved({
      title: plainText(title),
      text: t('Your name is updated. Other devices show it after the next login.'),
    })
    setEditing(false)
  }
  const onContactSaved = () => {
    setSaved({ title: t('Changed'), text: t('Use it to log in from now on.') })
    setChanging(undefined)
  }
  // Staff accounts are changed in the back office.
  const changeButton = (what: Contact) =>
    user.role !== 'admin' &&
    !isFrozen(user) &&
    changing !== what && <ChangeButton what={what} onClick={() => change(what)} />
  return (
    <section className="panel profile" aria-label={t('Profile')}>
      {editing ? (
        <NameForm user={user} onSaved={onSaved} onCancel={() => setEditing(false)} />
      ) : (
        <div className={hasLongWord(user.name) ? 'row profile-h long' : 'row profile-h'}>
          <Avatar name={user.name} me />
          <p className="grow d3">
            <bdi>{user.name}</bdi>
          </p>
          <Button size="sm" onClick={edit}>
            {t('Edit')}
            <span className="visually-hidden"> {t('name')}</span>
          </Button>
        </div>
      )}
      {saved && (
        <InlineMessage kind="ok" role="status" title={saved.title}>
          {saved.text}
        </InlineMessage>
      )}
      <UnverifiedContacts user={user} />
      <KeyValues
        rows={[
          [
            t('User ID'),
            <span key="id" className="row in-row">
              <span className="mono">{user.userid}</span>
              <CopyButton text={user.userid} label={t('Copy user ID')} />
            </span>,
          ],
          [t('Email'), <Email key="email" {...user} button={changeButton('email')} />],
          [
            t('Mobile'),
            <span key="mobile" className="row in-row">
              <span>{mobileText(user.mobilenumber)}</span>
              {changeButton('mobile')}
            </span>,
          ],
        ]}
      />
      {changing && (
        <ContactForm
          key={changing}
          what={changing}
          user={user}
          onSaved={onContactSaved}
          onCancel={() => setChanging(undefined)}
        />
      )}
    </section>
  )
}

/** Such a word does not fit on a phone between the picture and the button. */
const maxWordLetters = 9
const hasLongWord = (name: string) => name.split(/[\s-]+/).some((word) => word.length > maxWordLetters)

type Saved = { title: string; text: string }

const changeNames = { email: 'Change your email', mobile: 'Change your mobile number' } as const

function ChangeButton({ what, onClick }: { what: Contact; onClick(): void }) {
  return (
    <Button size="sm" variant="quiet" aria-label={t(changeNames[what])} onClick={onClick}>
      {t('Change')}
    </Button>
  )
}

function Email({ email, verified, unproved, button }: BrowserUser & { button: ReactNode }) {
  return (
    <span className="row in-row">
      <span>{email}</span>
      {verified === 'true' && !unproved?.includes('email') && (
        <span className="tone-ok" title={t('Verified')}>
          <Icon name="circle-check" size="sm" />
          <span className="visually-hidden">{t('Verified')}</span>
        </span>
      )}
      {button}
    </span>
  )
}

function mobileText(mobile: string): string {
  return /^\d{10}$/.test(mobile) ? `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}` : mobile || 'N/A'
}
