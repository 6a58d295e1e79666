import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import { sleep } from '../environment/wait.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const copies = 50

/**
 * The same callback 50 times at once over two APIs, and again later: one credit, one transition, always
 * 2xx.
 */
export const callbackStorm: Scenario = {
  number: 6,
  title: 'each callback comes 50 times at once, over two APIs, and again later',
  quick: false,
  environment: { apis: 2 },
  async run(stage) {
    const { environment, load, settled, requests: asked, random, count, note, expect } = stage
    await load({ mix: 'every', spreadMs: count * 100, count: Math.ceil(count / 2) })
    const waiting = await load({
      mix: 'plain',
      spreadMs: count * 100,
      count: Math.floor(count / 2),
      admin: false,
    })
    await waiting.done
    const ids = asked().flatMap((one) => (one.wish.paying === 'wallet' ? [] : one.ids.slice(0, 1)))
    const chosen = random.shuffled([...new Set(ids)]).slice(0, 12)
    note(`a storm of callbacks about ${chosen.length} payments`)
    const statuses = (await Promise.all(chosen.map((id) => storm(stage, id)))).flat()
    await settled()
    note('the same callbacks again, much later')
    statuses.push(...(await Promise.all(chosen.map((id) => storm(stage, id)))).flat())
    await sleep(500)
    await settled()
    const bad = statuses.filter((status) => status < 200 || status > 299)
    expect(bad.length === 0, `${bad.length} of ${statuses.length} callbacks were not answered with 2xx`)
    await expectOneCaptureEach(stage, chosen)
    void environment
  },
}

function storm({ environment }: Stage, id: string): Promise<number[]> {
  const body = new URLSearchParams({
    client_txn_id: id,
    status: 'success',
    amount: '345',
    upi_txn_id: '405511111111',
  })
  return Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const url = `${environment.apiUrls[copy % environment.apiUrls.length]}/api/webhooks/upigateway`
      const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(20_000) }).catch(
        () => undefined,
      )
      await response?.arrayBuffer()
      return response?.status ?? 0
    }),
  )
}

type Paid = { _id: string; payment?: { captures?: unknown[] } }

/** As many captures as payments at the gateway, whatever the callbacks said. */
async function expectOneCaptureEach({ environment, expect }: Stage, ids: string[]): Promise<void> {
  const journal = await environment.simulators.journal('upigateway')
  const payments = Map.groupBy(
    journal.filter((entry) => entry.kind === 'captured'),
    (entry) => clientTxnIdOf(String(entry.client_txn_id)),
  )
  for (const id of ids) {
    const recorded =
      (await environment.db.collection<Paid>('orders').findOne({ _id: id })) ??
      (await environment.db.collection<Paid>('wallet_transactions').findOne({ _id: id }))
    const captures = recorded?.payment?.captures?.length ?? 0
    const paymentCount = payments.get(id)?.length ?? 0
    expect(captures === paymentCount, `${id} notes ${captures} payments, the gateway took ${paymentCount}`)
  }
}
