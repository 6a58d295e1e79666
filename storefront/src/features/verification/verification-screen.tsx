import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LoginLink } from '../../lib/sign-in/login-link.tsx'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useDelayedRedirect } from '../../lib/sign-in/use-delayed-redirect.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * Verifies an e-mail address by the mailed link. The link is consumed by a POST of this page, so that a mail
 * scanner, which opens links without running scripts, leaves it valid.
 */
export default function VerificationScreen() {
  const { link, done, failed, keep } = useMailedLink('/verification')
  useDelayedRedirect('/login', done !== undefined)
  return (
    <SignInPage title={t('Verify your email')}>
      {done !== undefined ? (
        <SignInResultPage
          spot="shield"
          title={plainText(done)}
          text={t('You can log in now. Taking you to login…')}
          role="status"
        >
          <LoginLink />
        </SignInResultPage>
      ) : link ? (
        <Verifying link={link} keep={keep} />
      ) : (
        <SignInResultPage
          spot="link"
          title={plainText(failed ?? 'The link is corrupted.')}
          text={t(
            'The link is incomplete, used, or older than 24 hours. Log in; if you’re not verified we’ll send a new link.',
          )}
          role="alert"
        >
          <LoginLink />
        </SignInResultPage>
      )}
    </SignInPage>
  )
}

type VerifyingProps = { link: MailedLink; keep: ReturnType<typeof useMailedLink>['keep'] }

function Verifying({ link, keep }: VerifyingProps) {
  const call = useCall()
  // A query and not an effect: however often this renders, the link is sent once.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify', link.id, link.token],
    queryFn: () => call('verifyMail', { params: link, body: link }),
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (data) keep(data.code === 0 ? { done: data.msg } : { failed: data.msg })
    else if (isFinal(error)) keep({ failed: error.message })
  }, [data, error, keep])

  if (!error || isFetching || isFinal(error)) return <VerifyingMessage />
  return (
    <SignInResultPage
      spot="offline"
      title={plainText(error.message)}
      text={t('It may have worked. Try again or log in.')}
      role="alert"
    >
      <Button variant="accent" size="lg" block onClick={() => refetch()}>
        {t('Try again')}
      </Button>
      <ButtonLink href="/login" variant="quiet" block>
        {t('Login')}
      </ButtonLink>
    </SignInResultPage>
  )
}

/** The specification's number for an invalid link; any other error may be temporary. */
const isFinal = (error: Error | null): error is ApiError => error instanceof ApiError && error.code === '1'

function VerifyingMessage() {
  return (
    <div className="is-in-progress row row-3" role="status">
      <Icon name="loader-circle" spin />
      <div>
        <h1 className="d3">{t('Verifying your email')}</h1>
        <p className="t2 sm">{t('This takes a second.')}</p>
      </div>
    </div>
  )
}
