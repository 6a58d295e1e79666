import { randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { createFaultPlan } from '../wire/faults.ts'
import { openJournal } from '../wire/journal.ts'
import { personOfEmail } from './signin-people.ts'
import { defaultSignIn, type SignInSettings } from './signin-settings.ts'

export type SignInOptions = {
  file: string
  clientId: string
  /** The issuer, with a slash at its end: known only once the server listens. */
  issuer: () => string
  now: () => Date
}

export type SignInStore = Awaited<ReturnType<typeof openSignInStore>>

type Key = { kid: string; publicKey: CryptoKey; privateKey: CryptoKey }

/** The provider's state and keys. Every ID token is signed here, so that a fault can change it. */
export async function openSignInStore(options: SignInOptions) {
  const journal = await openJournal(options.file, () => {})
  const plan = createFaultPlan('token')
  let settings = structuredClone(defaultSignIn)
  let key: Promise<Key> | undefined
  let issued = ''

  const currentKey = () => {
    key ??= newKey()
    return key
  }
  const sign = async (claims: JWTPayload) => {
    const { kid, privateKey } = settings.key === 'own' ? await currentKey() : await newKey()
    const bent = Object.entries({ ...claims, ...settings.claims }).filter(([, value]) => value !== null)
    return new SignJWT(Object.fromEntries(bent))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .sign(privateKey)
  }
  return {
    options,
    journal,
    plan,
    settings: () => settings,
    issued: () => issued,
    sign,
    change(changes: Partial<SignInSettings>) {
      settings = { ...settings, ...changes }
    },
    rotateKeys() {
      key = undefined
    },
    async publicKeys(): Promise<JSONWebKeySet> {
      const { kid, publicKey } = await currentKey()
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] }
    },
    async privateKey(): Promise<JWK> {
      const { kid, privateKey } = await currentKey()
      return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
    },
    /** Issues a token like the token endpoint's, without a browser. */
    async issue({ email = 'asha@jhatpat.test', ...more }: Record<string, unknown>) {
      const person = personOfEmail(String(email))
      const iat = Math.floor(options.now().getTime() / 1_000)
      issued = await sign({
        iss: options.issuer(),
        aud: options.clientId,
        sub: person.sub,
        jti: randomUUID(),
        iat,
        exp: iat + settings.lifeS,
        name: person.name,
        email: person.email,
        email_verified: person.verified,
        ...more,
      })
    },
    async reset(what: 'faults' | 'all') {
      settings = structuredClone(defaultSignIn)
      plan.clear()
      if (what === 'all') await journal.clear()
    },
  }
}

async function newKey(): Promise<Key> {
  return { kid: randomUUID(), ...(await generateKeyPair('RS256', { extractable: true })) }
}
