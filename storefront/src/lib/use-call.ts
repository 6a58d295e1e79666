import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type Call, type CallInput, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { useMemo } from 'react'
import type * as routes from './calls.ts'

type Routes = typeof routes

/** Makes a call of the contracts by its name, so that screens render without waiting for the schemas. */
export type NamedCall = <Name extends keyof Routes>(
  name: Name,
  input?: CallInput<Routes[Name]>,
) => Promise<ResultOf<Routes[Name]>>

export function useCall(): NamedCall {
  const { call } = useServices()
  return useMemo(() => named(call), [call])
}

/** The same, but a refused session stays until the caller has shown a message. */
export function useCallWithoutSignOut(): NamedCall {
  const { callWithoutSignOut } = useServices()
  return useMemo(() => named(callWithoutSignOut), [callWithoutSignOut])
}

function named(call: Call): NamedCall {
  return async (name, input) => {
    const route = (await import('./calls.ts').catch(asNoNetwork))[name]
    if (!route.asksWork) return call(route, input)
    const { callWithProof } = await import('./proof/call-with-proof.ts').catch(asNoNetwork)
    return callWithProof(call, route, input ?? {})
  }
}

function asNoNetwork(cause: unknown): never {
  throw new NetworkError(cause)
}
