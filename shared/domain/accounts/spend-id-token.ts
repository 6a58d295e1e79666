import { AppError } from '../../platform/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'

/**
 * Uses an ID token up, in one step: of two who have the same one, one gets in. It is remembered for as long as it
 * would be good; a Redis that lost it forgets ten minutes of tokens at most.
 * @throws AppError `hosted_rejected` when it was used before, `service_unavailable` while Redis is away
 */
export async function consumeIdToken(
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

/** Without the signature, of which an elliptic one has a second form that is as good. */
const signedPart = (idToken: string) => idToken.slice(0, idToken.lastIndexOf('.'))
