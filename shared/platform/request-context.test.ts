import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { addToContext, captureRequest, inContext, outsideRequest } from './request-context.ts'
import { inJob } from './tracing.ts'

const lines: Record<string, unknown>[] = []
const log = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) })

/** The ids of the line that `work` writes. */
async function idsLogged(work: () => Promise<unknown>) {
  await work()
  const { requestId, orderId, topUpId, traceId } = lines.pop() ?? {}
  return Object.fromEntries(
    Object.entries({ requestId, orderId, topUpId, traceId }).filter(([, id]) => id !== undefined),
  )
}
const writeLine = async () => log.info('a line')

const request = { requestId: '6f1c1f0e-3b54-4f0e-9b55-5a6f2f1c7d10', from: '10.0.0.1' }
const order = 'JP261121K7Q2MDX4'
const traceId = expect.stringMatching(/^[0-9a-f]{32}$/)

it('gives a line the ids of its request, and of the order once it is known', async () => {
  const ids = await idsLogged(() =>
    inContext({ ...request }, () => {
      addToContext({ subject: order })
      return writeLine()
    }),
  )
  expect(ids).toEqual({ requestId: request.requestId, orderId: order, traceId })
  expect(await idsLogged(() => inContext({ ...request }, writeLine))).toEqual({
    requestId: request.requestId,
    traceId: '6f1c1f0e3b544f0e9b555a6f2f1c7d10',
  })
})

it('gives a job about the same order the same trace, without any queue or document', async () => {
  const inCall = await idsLogged(() => inContext({ ...request, subject: order }, writeLine))
  const afterwards = await idsLogged(() => inJob('order.fulfil', order, writeLine))
  expect(afterwards).toEqual({ orderId: order, traceId: inCall.traceId })
  const topUp = await idsLogged(() => inJob('topup.check-payment', 'JT261121K7Q2MDX4', writeLine))
  expect(topUp).toEqual({ topUpId: 'JT261121K7Q2MDX4', traceId })
})

it('gives no ids outside, and those of the caller to work that was captured', async () => {
  expect(await idsLogged(writeLine)).toEqual({})
  expect(await idsLogged(() => inJob('verify-ledger', 'ledger', writeLine))).toEqual({})
  const asCaller = await inJob('order.fulfil', order, async () => captureRequest())
  expect(await idsLogged(() => outsideRequest(() => asCaller(writeLine)))).toEqual({
    orderId: order,
    traceId,
  })
})
