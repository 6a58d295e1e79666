import { ApiError, type Call, type CallInput } from '@jhatpat/shared/contracts/client.ts'
import type { AnyRoute, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { Challenge } from 'altcha-lib'

/** Makes a call that may require a proof of work: if so, the device computes one and calls once more. */
export async function callWithProof<R extends AnyRoute>(
  call: Call,
  route: R,
  input: CallInput<R>,
): Promise<ResultOf<R>> {
  try {
    return await call(route, { ...input, proofOfWork: 'ask' })
  } catch (error) {
    const proofOfWork = await answerTo(error)
    if (!proofOfWork) throw error
    return call(route, { ...input, proofOfWork })
  }
}

/** If the device finds no answer for any reason, the user sees the original refusal. */
async function answerTo(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'challenge_required') return undefined
  try {
    const { answerChallenge } = await import('./answer-challenge.ts')
    return await answerChallenge(error.reply.challenge as Challenge)
  } catch {
    return undefined
  }
}
