import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { describe, expect, it } from 'vitest'
import { hostedSentence } from './hosted-sentence.ts'

describe('the text for a failed hosted sign-in', () => {
  it('is the api’s message', () => {
    const refused = new ApiError(401, {
      message: 'm',
      msg: 'Start again.',
      code: 'hosted_rejected',
      requestId: 'r',
    })
    expect(hostedSentence(refused)).toBe('Start again.')
  })

  it('is Network Error when the shop does not answer, and what to do', () => {
    const sentence = hostedSentence(new NetworkError(new TypeError('Failed to fetch')))
    expect(sentence).toBe('Network Error. No response, please try again.')
  })

  it.each([
    new Error('whatever'),
    new TypeError('Failed to fetch'),
    'a text',
    undefined,
    { error: 'constructor' },
  ])('is one sentence for an unknown error: %s', (error) => {
    expect(hostedSentence(error)).toBe('Login didn’t work. Try again, or log in another way.')
  })

  it.each(['constructor', '__proto__', 'toString'])('does not treat words of ours as a code: %s', (error) => {
    expect(hostedSentence(Object.assign(new Error('x'), { error }))).toMatch(/^Login didn’t work/)
  })
})
