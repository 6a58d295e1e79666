/** Who signs people in for us: another company's page, which hands the browser a signed ID token. */
export interface SignInProvider {
  readonly name: string
  /** What browsers need to begin there; all of it is public. */
  readonly client: SignInClient
  /** @param nonce what the browser sent with its request, where it knows */
  verify(idToken: string, asked: { nonce: string | undefined; now: Date }): Promise<SignInProof>
}

export type SignInClient = {
  /** The provider's address without a slash at its end, such as `https://shop.eu.auth0.com`. */
  url: string
  clientId: string
  /** The API that the browser's token is for, or empty. */
  audience: string
  /** How people know the provider: "Continue with Google". */
  title: string
}

/**
 * `refused`: the token is not for us, not theirs, over or changed. `unverified`: theirs and for us, but nobody has
 * proved the address in it. `unavailable`: the provider's keys could not be had, so nothing is known.
 */
export type SignInProof =
  | {
      kind: 'proven'
      /** Who it is, in the provider's own words, which never change: `issuer|subject`. */
      subject: string
      email: string
      /** May be empty. */
      name: string
      expiresAt: Date
    }
  | { kind: 'refused' | 'unverified' | 'unavailable'; reason: string }
