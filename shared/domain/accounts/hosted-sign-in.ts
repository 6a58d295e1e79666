import { AppError } from '../../platform/app-error.ts'
import type { SignInProof, SignInProvider } from '../../providers/sign-in/sign-in-provider.ts'
import type { Deps } from '../deps.ts'
import { completeSignIn } from './factor/complete-sign-in.ts'
import { hostedUser } from './hosted-user.ts'
import type { SignedIn } from './open-session.ts'
import type { Client } from './client.ts'
import { consumeIdToken } from './spend-id-token.ts'

export type HostedDeps = Pick<Deps, 'clock' | 'redis' | 'env' | 'log' | 'publisher'> & {
  /** Undefined where nobody signs in elsewhere. */
  signInProvider: SignInProvider | undefined
}

/**
 * Opens a session of six hours for who has proved at the provider that an e-mail address is theirs. Each token is good
 * once.
 * @throws AppError `hosted_off`, `hosted_rejected`, `hosted_unverified`, `hosted_unavailable`, `hosted_other_email`,
 * `hosted_admin`, `account_blocked`, and `service_unavailable` while nobody can say whether a token was used before
 */
export async function signInHosted(
  { signInProvider, ...deps }: HostedDeps,
  { idToken, nonce }: { idToken: string; nonce?: string | undefined },
  from?: Client,
): Promise<SignedIn> {
  if (!signInProvider) throw new AppError('hosted_off')
  const proof = await signInProvider.verify(idToken, { nonce, now: deps.clock.now() })
  if (proof.kind !== 'proven') {
    deps.log.warn({ event: 'hosted_sign_in_refused', kind: proof.kind, reason: proof.reason }, proof.kind)
    throw new AppError(refusals[proof.kind])
  }
  await consumeIdToken(deps, idToken, proof.expiresAt)
  const user = await hostedUser(deps, proof)
  return completeSignIn(deps, user, from)
}

const refusals = {
  refused: 'hosted_rejected',
  unverified: 'hosted_unverified',
  unavailable: 'hosted_unavailable',
} as const satisfies Record<Exclude<SignInProof['kind'], 'proven'>, string>
