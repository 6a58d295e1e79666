import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReturnState } from '../sign-in/return-path.tsx'
import { useCall } from '../use-call.ts'
import { hostedSentence } from './hosted-sentence.ts'
import { hostedQuery, useHostedSignIn } from './use-hosted.ts'

/**
 * Links to the external sign-in; empty if the shop has none. It is the last element of its page: it appears
 * once the shop's answer has arrived, and must not move anything under a finger.
 */
export function HostedButton() {
  const call = useCall()
  const { from } = useReturnState()
  const signIn = useHostedSignIn()
  const { data: provider } = useQuery(hostedQuery(call))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!provider) return null

  const startSignIn = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { beginHosted } = await import('./hosted-client.ts')
      const proof = await beginHosted(provider, { from })
      if (proof) await signIn(proof)
    } catch (error) {
      setProblem(hostedSentence(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="line"
        size="tall"
        block
        icon="external-link"
        busy={busy}
        busyText={t('Redirecting…')}
        onClick={startSignIn}
      >
        {t('Continue with {name}', { name: provider.title })}
      </Button>
      {problem && <InlineMessage kind="bad" title={plainText(problem)} role="alert" />}
    </>
  )
}
