import { AppError } from '../../platform/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { SignInProof, SignInProvider } from '../../providers/sign-in/sign-in-provider.ts'
import type { Deps } from '../deps.ts'
import type { Client } from './client.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { hostedUser } from './hosted-user.ts'
import type { SignedIn } from './open-session.ts'

export type HostedDeps = Pick<Deps, 'clock' | 'redis' | 'env' | 'log' | 'publisher'> & {
  /** Undefined where hosted sign-in is off. */
  signInProvider: SignInProvider | undefined
}

/**
 * Opens a session of six hours for a user whose e-mail address the provider has verified. Each token is accepted once.
 * @throws AppError `hosted_off`, `hosted_rejected`, `hosted_unverified`, `hosted_unavailable`, `hosted_other_email`,
 * `hosted_admin`, `account_blocked`; `service_unavailable` while it cannot be determined whether a token was used
 * before
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

/**
 * Consumes an ID token atomically, so that it opens one session. Its key is kept for as long as the token is valid, ten
 * minutes at most; a Redis that loses its data forgets those.
 * @throws AppError `hosted_rejected` when it was used before, `service_unavailable` while Redis is unavailable
 */
async function consumeIdToken(
  { redis, env, clock }: Pick<Deps, 'redis' | 'env' | 'clock'>,
  idToken: string,
  expiresAt: Date,
): Promise<void> {
  const key = `${env.QUEUE_PREFIX}:id-token:${hashToken(signedPart(idToken))}`
  const leftMs = Math.max(1_000, expiresAt.getTime() - clock.now().getTime())
  const isFirst = await redis.set(key, '1', 'PX', leftMs, 'NX').catch((cause: unknown) => {
    throw new AppError('service_unavailable', { cause })
  })
  if (isFirst === null) throw new AppError('hosted_rejected')
}

/**
 * The token without its signature: an elliptic-curve signature has a second valid form, which would count as another
 * token.
 */
const signedPart = (idToken: string) => idToken.slice(0, idToken.lastIndexOf('.'))
