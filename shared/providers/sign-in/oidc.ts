import type { errors as JoseErrors, JWTPayload, JWTVerifyGetKey } from 'jose'
import type { SignInClient, SignInProof, SignInProvider } from './sign-in-provider.ts'

/** Maximal age of a token, since a browser sends it at once. */
const maxAgeS = 600
/** Accepted difference between the provider's clock and ours, in seconds. */
const toleranceS = 10

/**
 * An OpenID Connect provider whose public keys are where Auth0's are. They are fetched with the
 * first token and cached for ten minutes; for an unknown key id they are fetched again, every ten
 * seconds at most. https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function createOidc({ timeoutMs, ...client }: SignInClient & { timeoutMs: number }): SignInProvider {
  const issuer = `${client.url}/`
  let keys: JWTVerifyGetKey | undefined
  return {
    name: 'oidc',
    client,
    async verify(idToken, { nonce, now }) {
      // Loaded with the first token.
      const { createRemoteJWKSet, errors, jwtVerify } = await import('jose')
      keys ??= createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), {
        timeoutDuration: timeoutMs,
        cooldownDuration: 10_000,
        cacheMaxAge: 600_000,
      })
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          issuer,
          audience: client.clientId,
          algorithms: ['RS256', 'ES256'],
          requiredClaims: ['sub', 'iat', 'exp'],
          maxTokenAge: maxAgeS,
          clockTolerance: toleranceS,
          currentDate: now,
        })
        return proofOf(payload, { issuer, clientId: client.clientId, nonce })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { kind: isTokensFault(error, errors) ? 'refused' : 'unavailable', reason }
      }
    },
  }
}

type TokenChecks = { issuer: string; clientId: string; nonce: string | undefined }

function proofOf(payload: JWTPayload, { issuer, clientId, nonce }: TokenChecks): SignInProof {
  const { sub = '', exp = 0, azp, email, email_verified, name } = payload
  if (payload.nonce !== nonce) return { kind: 'refused', reason: 'another nonce' }
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && azp === undefined) {
    return { kind: 'refused', reason: 'several audiences and no azp' }
  }
  if (azp !== undefined && azp !== clientId) return { kind: 'refused', reason: 'another azp' }
  if (sub === '' || sub.length > 255) return { kind: 'refused', reason: 'no subject of at most 255 letters' }
  if (typeof email !== 'string' || email === '') return { kind: 'unverified', reason: 'no email' }
  // Only `true`: some providers send the text "false".
  if (email_verified !== true) return { kind: 'unverified', reason: 'email_verified is not true' }
  return {
    kind: 'proven',
    subject: `${issuer}|${sub}`,
    email,
    name: typeof name === 'string' ? name : '',
    expiresAt: new Date((exp + toleranceS) * 1_000),
  }
}

/** Errors caused by the token; all others mean that the keys could not be fetched. */
const tokensFaults = (errors: typeof JoseErrors) => [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

const isTokensFault = (error: unknown, errors: typeof JoseErrors) =>
  tokensFaults(errors).some((fault) => error instanceof fault)
