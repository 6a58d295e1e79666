import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Env } from '@jhatpat/shared/platform/env.ts'

/** The end of an api process as proxies and orchestrators see it: it is not ready, and still serves. */
export type Shutdown = {
  begin(): void
  hasBegun(): boolean
  /**
   * Ends each connection with its reply once the shutdown has begun, so that a proxy keeps none to send a request on:
   * also with the reply to a request that was running when it began. The sockets must be attached already: their server
   * answers some requests itself, and passes on only the others.
   */
  refuseKeepAlive(server: Server): void
}

export function createShutdown(): Shutdown {
  const running = new Set<ServerResponse>()
  let hasBegun = false
  return {
    begin: () => {
      hasBegun = true
      for (const response of running) response.shouldKeepAlive = false
    },
    hasBegun: () => hasBegun,
    refuseKeepAlive: (server) => {
      server.prependListener('request', (_request, response) => {
        if (hasBegun) response.shouldKeepAlive = false
        else {
          running.add(response)
          response.once('close', () => running.delete(response))
        }
      })
    },
  }
}

/**
 * Closes the port, and the kept connections that are idle; those whose first request has not arrived stay open. Those
 * that still wait to be accepted are reset, and no proxy may repeat a POST that it has sent on one of them. A turn of
 * the event loop accepts one that waits, so the port is closed right after two short turns that had none: the first may
 * have begun after its accepting.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  let idle = 0
  for (let turns = 0; turns < 200 && idle < 2; turns += 1) {
    const [before, from] = [accepted, performance.now()]
    await nextTurn()
    idle = accepted === before && performance.now() - from < 1 ? idle + 1 : 0
  }
  server.close()
}

type GatewayEnv = Pick<Env, 'GATEWAY_TIMEOUT_MS' | 'GATEWAY_CREATE_TIMEOUT_MS'>
type ShutdownEnv = GatewayEnv & Pick<Env, 'SHUTDOWN_DELAY_MS'>

/**
 * How long running requests are waited for. The slowest waits for the payment gateway three times: an order that is
 * placed again checks its former payment, near midnight under two days, and then creates another.
 */
export const requestsMs = (env: GatewayEnv): number =>
  Math.max(5_000, 2 * env.GATEWAY_TIMEOUT_MS + env.GATEWAY_CREATE_TIMEOUT_MS + 1_000)

/** After this time a process that stops may be ended. */
export const maxShutdownMs = (env: ShutdownEnv): number => env.SHUTDOWN_DELAY_MS + requestsMs(env) + 8_000
