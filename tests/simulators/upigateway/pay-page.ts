import { type Request, type Response, Router } from 'express'
import { escapeHtml, page } from '../wire/page.ts'
import { rupees, type UpiRecord } from './upi-records.ts'
import type { UpiStore } from './upi-store.ts'

/** The payer's page: opening it sets "scanning"; its buttons replace the payer's UPI app. */
export function payPage(store: UpiStore): Router {
  const router = Router()
  router.get('/pay/:id', async (request: Request, response: Response) => {
    const record = store.records.byId(Number(request.params.id))
    if (!record)
      return void response.status(404).type('html').send(page('No such payment', '<h1>No such payment</h1>'))
    await store.open(record)
    response.type('html').send(page(`Pay ₹${rupees(record.amountPaise)}`, content(record)))
  })
  router.post('/pay/:id/:choice', async (request: Request, response: Response) => {
    const record = store.records.byId(Number(request.params.id))
    if (!record) return void response.sendStatus(404)
    await choose(store, record, String(request.params.choice))
    response.redirect(303, returnAddress(record))
  })
  return router
}

async function choose(store: UpiStore, record: UpiRecord, choice: string): Promise<void> {
  if (choice === 'pay') await store.capture(record)
  if (choice === 'fail') await store.end(record, 'failure')
  if (choice === 'close') await store.end(record, 'close')
}

/** `redirect_url` may have a query already. */
function returnAddress(record: UpiRecord): string {
  const address = record.asked.redirect_url ?? '/'
  const query = new URLSearchParams({ client_txn_id: record.clientTxnId, txn_id: String(record.id) })
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

function content(record: UpiRecord): string {
  const button = (choice: string, label: string, look: string) =>
    `<form method="post" action="/upigateway/pay/${record.id}/${choice}"><button class="wide ${look}">${label}</button></form>`
  const again = record.captures.length > 0
  return `<div class="narrow"><section>
<small>Pay by UPI to Jhatpat</small><p class="amount">₹${rupees(record.amountPaise)}</p>
<p>${escapeHtml(record.asked.p_info)}<br><small>Reference ${escapeHtml(record.clientTxnId)} · now ${escapeHtml(record.status)}</small></p>
${button('pay', again ? 'Pay again' : `Pay ₹${rupees(record.amountPaise)}`, 'accent')}
${button('fail', 'Let the payment fail', '')}
${button('close', 'Close without paying', '')}
<small>These buttons stand for your UPI app. Afterwards you go back to the shop.</small>
</section></div>`
}
