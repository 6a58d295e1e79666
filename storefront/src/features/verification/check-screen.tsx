import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { brand } from '../../lib/brand.ts'
import { EntryLink } from '../../lib/entry/came-from.tsx'
import { EndPage } from '../../lib/entry/end-page.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'

/** Where a login leads whose e-mail address is not proved yet: the link is in the inbox. */
export default function CheckScreen() {
  return (
    <EntryPage title="Verify your email">
      <EndPage
        spot="mail"
        title="Verify your email"
        text="A verification email has been sent to your inbox. Open its link, then log in."
      >
        <Note kind="info" title="Nothing there?">
          Look in your spam or junk folder for a mail from {brand.name}. After a minute you can log in once
          more, and we send the link again; only the newest works.
        </Note>
        <EntryLink to="/login" className={buttonClass({ variant: 'accent', size: 'lg', block: true })}>
          Back to Login
        </EntryLink>
      </EndPage>
    </EntryPage>
  )
}
