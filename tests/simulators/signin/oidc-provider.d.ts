/** The parts of it that are used: version 9 has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void
  }

  export type KoaContext = {
    path: string
    query: Record<string, string | string[] | undefined>
    body: unknown
    oidc?: {
      session?: { accountId?: string }
      client?: { clientId: string }
      result?: unknown
      params?: Record<string, unknown>
    }
    response: { get(name: string): string }
    set(name: string, value: string): void
    redirect(address: string): void
  }
}
