import { AuditModel, auditTarget, writeAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { checkOrderPayment, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { QueueName } from '@jhatpat/shared/platform/job-definition.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { connectBlockingRedis } from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { inContext } from '@jhatpat/shared/platform/request-context.ts'
import { UnrecoverableError, Worker } from 'bullmq'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop

// No workers run: a job stays where it is put.
beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  for (const queue of Object.values(service.deps.queues.all)) await queue.obliterate({ force: true })
})

const reason = ['--reason', 'because a test wants it']
const cli = (...args: string[]) => runCliIn(service, args)
const find = async (id: string) => (await OrderModel.findById(id).lean())!
const jobsOf = async (queue: QueueName, orderid: string) => {
  const jobs = await service.deps.queues.all[queue].getJobs(['waiting', 'prioritized', 'delayed'])
  return jobs.filter(({ data }) => data.id === orderid)
}

/** An order that a wallet has paid and that waits for its purchase. */
async function paidOrder(): Promise<string> {
  const user = await insertCustomer()
  await giveMoney(user, 34_500)
  return buy(await service.as(user), orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
}

async function unpaidOrder(): Promise<string> {
  const user = await insertCustomer()
  return buy(await service.as(user), orderBody(user, shop.diamonds))
}

/** Takes the next job of a queue and lets it fail for good. */
async function failNextJob(queue: QueueName): Promise<string> {
  const connection = connectBlockingRedis(service.env.REDIS_URL, service.deps.log)
  const worker = new Worker(queue, undefined, {
    connection,
    prefix: hashTag(service.env.QUEUE_PREFIX, queue),
  })
  onTestFinished(async () => {
    await worker.close(true)
    connection.disconnect()
  })
  const job = (await worker.getNextJob('test')) ?? expect.unreachable('no job is waiting')
  await job.moveToFailed(new UnrecoverableError('the gateway answers nonsense'), 'test')
  return job.id ?? ''
}

describe('order:show', () => {
  it('prints the story of an order and records the view', async () => {
    const id = await paidOrder()
    const { code, stdout } = await cli('order:show', id.toLowerCase())
    expect(code).toBe(0)
    for (const part of ['Processing', 'To do', 'from the wallet', 'Purchases', 'Ledger', `| grep ${id}`])
      expect(stdout).toContain(part)
    const story = JSON.parse((await cli('order:show', id, '--json')).stdout)
    expect(story).toMatchObject({
      order: { orderid: id, status: 'Processing' },
      history: [{ to: 'Processing' }],
      due: { fulfil: expect.any(String) },
      statement: { faults: [] },
      logHints: [`docker compose logs api workers | grep ${id}`],
    })
    const views = await auditRows({ target: auditTarget.order(id), action: 'order.view' })
    expect(views.map(({ by }) => by.name)).toEqual([expect.stringMatching(/\(operator\)$/)])
  })

  it('finds the order that a request changed, and says where else to look', async () => {
    const id = await paidOrder()
    const row = { at: service.clock.now(), action: 'order.note', target: auditTarget.order(id) } as const
    await inContext({ requestId: 'req-4711', from: '10.0.0.1' }, () =>
      inTransaction((tx) =>
        writeAudit(tx, { userId: 'a', name: 'Asha' }, { ...row, before: {}, after: {}, reason: '' }),
      ),
    )
    const { stdout } = await cli('order:show', '--request', 'req-4711', '--json')
    expect(JSON.parse(stdout).order.orderid).toBe(id)
    const unknown = await cli('order:show', '--request', 'req-0815')
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('logs api | grep req-0815') })
  })
})

describe('order:requeue', () => {
  it('enqueues the task of an order whose job was lost, with the next number and an audit row', async () => {
    const id = await paidOrder()
    await service.deps.queues.all['fulfil-smilebr'].obliterate({ force: true })
    const before = await find(id)
    const { code, stdout } = await cli('order:requeue', id, ...reason, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ order: id, enqueued: ['order.fulfil'] })
    const after = await find(id)
    expect(after.due.fulfil.seq).toBe(before.due.fulfil.seq + 1)
    expect({ ...after, due: {}, updatedAt: 0 }).toEqual({ ...before, due: {}, updatedAt: 0 })
    const jobs = await jobsOf('fulfil-smilebr', id)
    expect(jobs.map(({ data }) => data.seq)).toEqual([after.due.fulfil.seq])
    expect((await auditRows({ target: auditTarget.order(id), action: 'task.requeue' }))[0]).toMatchObject({
      reason: reason[1],
      before: { task: 'order.fulfil' },
    })
  })

  it('gives one purchase one job when it is run twice at once', async () => {
    const id = await paidOrder()
    await service.deps.queues.all['fulfil-smilebr'].obliterate({ force: true })
    const { seq } = (await find(id)).due.fulfil
    const answers = await Promise.all([
      cli('order:requeue', id, ...reason),
      cli('order:requeue', id, ...reason),
    ])
    const enqueued = answers.filter(({ code }) => code === 0).length
    expect(enqueued).toBeGreaterThan(0)
    for (const { code, stderr } of answers) if (code !== 0) expect(stderr).toContain('has just changed')
    // Each success took the task that it had read: no two took the same.
    expect((await find(id)).due.fulfil.seq).toBe(seq + enqueued)
  })

  it('refuses a purchase of unknown outcome and an ended order, and changes nothing', async () => {
    const [unclear, ended] = [await paidOrder(), await paidOrder()]
    await OrderModel.collection.updateOne({ _id: unclear as never }, { $set: { 'units.0.state': 'unknown' } })
    await OrderModel.collection.updateOne({ _id: ended as never }, { $set: { status: 'Refunded' } })
    const before = [await find(unclear), await find(ended)]
    const refused = await cli('order:requeue', unclear, ...reason)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('the outcome of a purchase is unknown: decide it under Pending Orders')
    expect((await cli('order:requeue', ended, ...reason)).stderr).toContain('the order has ended (Refunded)')
    expect([await find(unclear), await find(ended)]).toEqual(before)
    expect(
      await AuditModel.countDocuments({
        target: { $in: [unclear, ended].map(auditTarget.order) },
        action: 'task.requeue',
      }),
    ).toBe(0)
    await OrderModel.collection.deleteMany({ _id: { $in: [unclear, ended] as never } })
  })
})

describe('queue:list and queue:retry', () => {
  it('say which jobs failed and what money waits, enqueue their tasks again, and leave what has continued', async () => {
    const id = await unpaidOrder()
    const { pricePaise, due } = await find(id)
    await service.deps.queues.enqueue(checkOrderPayment, id, {
      at: service.clock.now(),
      seq: due.payment.seq,
      isUrgent: true,
    })
    for (const job of await jobsOf('payments', id)) await job.promote().catch(() => undefined)
    const jobId = await failNextJob('payments')
    const listed = JSON.parse((await cli('queue:list', 'payments', '--json')).stdout)
    expect(listed).toEqual([expect.objectContaining({ id: jobId, error: 'the gateway answers nonsense' })])
    const [counts] = JSON.parse((await cli('queue:list', '--json')).stdout)
    expect(counts).toMatchObject({ queue: 'payments', failed: 1, isPaused: false })

    const dry = JSON.parse((await cli('queue:retry', 'payments', '--dry-run', '--json')).stdout)
    expect(dry).toMatchObject({
      isDryRun: true,
      rupeesAtStake: pricePaise / 100,
      jobs: [{ job: jobId, document: id, state: 'ready' }],
    })
    expect((await find(id)).due.payment.seq).toBe(due.payment.seq)

    const retried = await cli('queue:retry', 'payments', ...reason)
    expect(retried.stdout).toContain('1 task enqueued')
    expect((await find(id)).due.payment.seq).toBe(due.payment.seq + 1)
    const again = JSON.parse((await cli('queue:retry', 'payments', ...reason, '--json')).stdout)
    expect(again).toMatchObject({ rupeesAtStake: 0, jobs: [{ state: 'done' }] })
    expect((await find(id)).due.payment.seq).toBe(due.payment.seq + 1)
  })

  it('refuse a purchase of unknown outcome and a job that is no document’s', async () => {
    const id = await paidOrder()
    const jobId = await failNextJob('fulfil-smilebr')
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: { 'units.0.state': 'unknown' } })
    const dry = JSON.parse((await cli('queue:retry', 'fulfil-smilebr', '--dry-run', '--json')).stdout)
    expect(dry).toMatchObject({ rupeesAtStake: 0, rupeesRefused: 345, jobs: [{ state: 'refused' }] })
    const before = await find(id)
    expect(await cli('queue:retry', 'fulfil-smilebr', '--job', jobId, ...reason)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the outcome of a purchase is unknown'),
    })
    expect(await find(id)).toEqual(before)
    await service.deps.queues.all.maintenance.add('ledger.verify', {}, { attempts: 1 })
    const nightly = await failNextJob('maintenance')
    expect((await cli('queue:retry', 'maintenance', '--job', nightly, ...reason)).stderr).toContain(
      'ledger.verify is not the task of a document',
    )
    await OrderModel.collection.deleteOne({ _id: id as never })
  })
})
