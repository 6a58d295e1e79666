/**
 * An external sign-in provider: another company's page, which gives the browser a signed ID token.
 */
export interface SignInProvider {
  readonly name: string
  /** What browsers need to start a sign-in there; all of it is public. */
  readonly client: SignInClient
  /** @param checks `nonce`: what the browser sent with its request, if any */
  verify(idToken: string, checks: { nonce: string | undefined; now: Date }): Promise<SignInProof>
}

export type SignInClient = {
  /** The provider's address without a trailing slash, such as `https://shop.eu.auth0.com`. */
  url: string
  clientId: string
  /** The API that the browser's token is for, or empty. */
  audience: string
  /** The provider's name on the sign-in button: "Continue with Google". */
  title: string
}

/**
 * `refused`: the token is not for us, not theirs, expired or changed. `unverified`: valid, but its
 * e-mail address is not verified. `unavailable`: the provider's keys could not be fetched, so
 * nothing is known.
 */
export type SignInProof =
  | {
      kind: 'proven'
      /** The provider's own id of the person, which never changes: `issuer|subject`. */
      subject: string
      email: string
      /** May be empty. */
      name: string
      expiresAt: Date
    }
  | { kind: 'refused' | 'unverified' | 'unavailable'; reason: string }
