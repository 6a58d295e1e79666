import { localPath } from '@jhatpat/shared/browser/local-path.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { hostedSentence } from '../../lib/hosted/hosted-sentence.ts'
import { useHostedProvider, useHostedSignIn } from '../../lib/hosted/use-hosted.ts'
import type { ReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'

/** Target of the provider's redirect: continues to the visitor's previous page, or shows what failed. */
export default function HostedReturnScreen() {
  const finish = useFinish()
  const begun = useRef(false)
  useEffect(() => {
    // The answer can be used once, and development runs effects twice.
    if (begun.current) return
    begun.current = true
    void finish(location.href)
  }, [finish])
  return (
    <SignInPage title={t('Login')}>
      <div className="stack entry" role="status">
        <h1 className="d1">{t('Login')}</h1>
        <p className="t2">{t('Signing you in...')}</p>
      </div>
    </SignInPage>
  )
}

function useFinish(): (address: string) => Promise<void> {
  const navigate = useNavigate()
  const providerNow = useHostedProvider()
  const signIn = useHostedSignIn()
  return async (address) => {
    let from: string | undefined
    try {
      const provider = await providerNow()
      if (!provider) return void navigate('/home', { replace: true })
      const { finishHosted } = await import('../../lib/hosted/hosted-client.ts')
      const answer = await finishHosted(provider, address)
      from = localPath(answer.from)
      await signIn(answer.proof)
      navigate(from ?? '/home', { replace: true })
    } catch (error) {
      const state = { from: from ?? returnPath(error), problem: hostedSentence(error) } satisfies ReturnState
      navigate('/login', { replace: true, state })
    }
  }
}

/** The library adds the stored state to errors that the provider itself sent. */
function returnPath(error: unknown): string | undefined {
  const { appState } = error as { appState?: { from?: string } | null }
  return localPath(appState?.from)
}
