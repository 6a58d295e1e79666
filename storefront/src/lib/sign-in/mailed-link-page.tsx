import type { ReactNode } from 'react'
import { LoginLink } from './login-link.tsx'
import type { MailedLink } from './mailed-link.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignInResultPage } from './sign-in-result-page.tsx'

const cutShort = 'The link is incomplete. Open it from the email again.'

type MailedLinkPageProps = {
  title: string
  link: MailedLink | undefined
  /** The result of the link. */
  done: string | undefined
  /** What to do without a valid link. */
  corrupted?: string | undefined
  children(link: MailedLink): ReactNode
}

/** The page that a mailed link opens: its question, or its result. */
export function MailedLinkPage({ title, link, done, corrupted = cutShort, children }: MailedLinkPageProps) {
  return (
    <SignInPage title={title}>
      {done !== undefined ? (
        <SignInResultPage spot="shield" title={done} text="You can close this page." role="status">
          <LoginLink />
        </SignInResultPage>
      ) : link ? (
        children(link)
      ) : (
        <SignInResultPage spot="link" title="The link is corrupted." text={corrupted} role="alert">
          <LoginLink />
        </SignInResultPage>
      )}
    </SignInPage>
  )
}
