import { ApiError, type Call, type CallInput } from '@jhatpat/shared/contracts/client.ts'
import type { AnyRoute, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { Challenge } from 'altcha-lib'

/** Makes a call that may ask for a proof of work: where it does, the device computes one and calls once more. */
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

/** Whatever keeps a device from an answer, the refusal that asked for it is what its user is shown. */
async function answerTo(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'challenge_required') return undefined
  try {
    const { answerChallenge } = await import('./answer-challenge.ts')
    return await answerChallenge(error.reply.challenge as Challenge)
  } catch {
    return undefined
  }
}
