/// <reference path="./oidc-provider.d.ts" />
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import Provider, { type KoaContext } from 'oidc-provider'
import { oidcMemory } from './oidc-memory.ts'
import { personOfSub } from './signin-people.ts'
import type { SignInStore } from './signin-store.ts'

const scopes = 'openid offline_access profile email update:price'

/**
 * A real OpenID Connect server, at the paths of Auth0. Sessions are in memory; the store signs its ID
 * tokens again.
 */
export async function createOidcServer(store: SignInStore): Promise<Provider> {
  const { clientId, issuer } = store.options
  const life = () => store.settings().lifeS
  const provider = new Provider(issuer(), {
    adapter: oidcMemory(),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://localhost'],
      },
    ],
    jwks: { keys: [await store.privateKey()] },
    cookies: { keys: [randomUUID()] },
    routes: { authorization: '/authorize', token: '/oauth/token' },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${issuer()}login/${uid}` },
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context: unknown, origin: string) => isLoopback(origin),
    issueRefreshToken: () => store.settings().refreshTokens,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: life,
      IdToken: life,
      Interaction: 3_600,
      Session: 86_400,
      Grant: 86_400,
      RefreshToken: 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
    },
    findAccount: (_context: unknown, sub: string) => accountOf(sub),
    loadExistingGrant: (context: KoaContext) => grantAll(provider, context),
  })
  // The shop's port differs from run to run, so any page of this machine is an allowed redirect: only its
  // host is compared.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    isLoopback(uri) && new URL(uri).href === `${new URL(uri).origin}/`
  provider.use(async (context, next) => {
    await next()
    await bendTokens(store, context)
  })
  return provider
}

export function isLoopback(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1'].includes(new URL(address).hostname)
}

function accountOf(sub: string) {
  const { name, email, verified } = personOfSub(sub)
  return { accountId: sub, claims: () => ({ sub, name, email, email_verified: verified }) }
}

/** Grants consent without a question: the person has just signed in. */
async function grantAll(provider: Provider, { oidc }: KoaContext) {
  const accountId = oidc?.session?.accountId
  const clientId = oidc?.client?.clientId
  if (!accountId || !clientId) return undefined
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

async function bendTokens(store: SignInStore, context: KoaContext): Promise<void> {
  const body = context.body as { id_token?: string; scope?: string } | undefined
  if (context.path !== '/oauth/token' || !body?.id_token) return
  const claims = decodeJwt(body.id_token)
  const { sub, email, nonce } = claims
  context.body = { ...body, id_token: await store.sign({ ...claims, jti: randomUUID() }) }
  await store.journal.append('token', { sub, email, nonce, scope: body.scope })
}
