import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { useState } from 'react'
import { NameForm } from './name-form.tsx'
import { UnverifiedContacts } from './unverified-contacts.tsx'

/** Name, id, e-mail and number of the signed-in user; the name can be changed. */
export function ProfilePanel({ user }: { user: BrowserUser }) {
  const [editing, setEditing] = useState(false)
  const [saved, setSaved] = useState<string>()
  const edit = () => {
    setSaved(undefined)
    setEditing(true)
  }
  const onSaved = (message: string) => {
    setSaved(message)
    setEditing(false)
  }
  return (
    <section className="panel profile" aria-label="Profile">
      {editing ? (
        <NameForm user={user} onSaved={onSaved} onCancel={() => setEditing(false)} />
      ) : (
        <div className="row profile-h">
          <Avatar name={user.name} me />
          <p className="grow d3">{user.name}</p>
          <Button size="sm" onClick={edit}>
            Edit<span className="visually-hidden"> name</span>
          </Button>
        </div>
      )}
      {saved && (
        <InlineMessage kind="ok" role="status" title={saved}>
          Here the new name shows already; other devices show it after their next login.
        </InlineMessage>
      )}
      <UnverifiedContacts user={user} />
      <KeyValues
        rows={[
          [
            'User ID',
            <span key="id" className="row in-row">
              <span className="mono">{user.userid}</span>
              <CopyButton text={user.userid} label="Copy the user id" />
            </span>,
          ],
          ['Email', <Email key="email" {...user} />],
          ['Mobile', mobileText(user.mobilenumber)],
        ]}
      />
    </section>
  )
}

function Email({ email, verified, unproved }: BrowserUser) {
  return (
    <span className="row in-row">
      <span>{email}</span>
      {verified === 'true' && !unproved?.includes('email') && (
        <span className="tone-ok" title="Verified">
          <Icon name="circle-check" size="sm" />
          <span className="visually-hidden">verified</span>
        </span>
      )}
    </span>
  )
}

function mobileText(mobile: string): string {
  return /^\d{10}$/.test(mobile) ? `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}` : mobile || 'N/A'
}
