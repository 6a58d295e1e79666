import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useFactor } from './use-factor.ts'

/** A quiet word to an admin who may work without a second factor, and does. */
export function NoFactorNote() {
  const { data } = useFactor()
  if (!data || data.isOn) return null
  return (
    <InlineMessage kind="info" className="discrepancies" title="Your account has no second factor">
      In production nobody works without one.{' '}
      <AppLink className="link" href="/second-factor">
        Set it up
      </AppLink>
    </InlineMessage>
  )
}
