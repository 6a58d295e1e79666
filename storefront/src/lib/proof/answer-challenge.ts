import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import worker from './proof-worker.ts?worker&url'
import { scriptAddress } from './script-address.ts'

/** An old phone needs some ten seconds. */
const timeoutMs = 60_000

/**
 * Computes the answer to a challenge in web workers.
 * @returns the header's value; undefined when the device finds no answer
 */
export async function answerChallenge(challenge: Challenge): Promise<string | undefined> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
    createWorker: () => new Worker(scriptAddress(worker), { type: 'module' }),
    timeout: timeoutMs,
  })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
