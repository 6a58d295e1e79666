import { outcomes } from '../wire/faults.ts'
import { escapeHtml, page, table } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'

/** All simulators on one page. */
export function indexPage(vendors: readonly SimulatedVendor[]): string {
  const rows = vendors.map((vendor) => [
    `<a href="/control/${vendor.name}">${escapeHtml(vendor.title)}</a>`,
    `${vendor.journal().length} journal lines`,
  ])
  return page(
    'Simulators',
    `<h1>Simulators</h1><p class="quiet">Stand-ins for the outside systems. <a href="/inbox">Inbox: mail and text messages</a></p>
<section>${table(['System', 'So far'], rows, '')}</section>
<section><h2>Start afresh</h2>${button('No faults anywhere', { reset: 'faults' })}${button('Forget everything', { reset: 'all' })}</section>
${script('/control')}`,
  )
}

/** One simulator: its commands, its journal, and its settings. */
export function vendorPage(vendor: SimulatedVendor): string {
  const { heads, rows } = vendor.orders()
  const { orders: _orders, messages: _messages, users: _users, ...settings } = vendor.state()
  const webhooks = [...vendor.deliveries()].slice(-20).reverse()
  const triggers = vendor.triggers.map(([who, what]) => [`<b>${escapeHtml(who)}</b>`, escapeHtml(what)])
  return page(
    vendor.title,
    `<p><a href="/control">Simulators</a></p><h1>${escapeHtml(vendor.title)}</h1><p id="said" role="status" class="quiet">Choose what goes wrong, then use the shop.</p>
<section><h2>Without this page</h2>${table(['Player or number', 'What happens'], triggers, '')}</section>
<section><h2>Faults</h2>${vendor.buttons.map(({ label, command }) => button(label, command)).join('')}
<br>${button('No faults', { reset: 'faults' })}${button('Forget everything', { reset: 'all' })}</section>
<section><h2>Any next call</h2>${nextForm()}</section>
<section><h2>Latest</h2>${table(heads, rows, 'Nothing yet.')}</section>
${webhooks.length > 0 ? `<section><h2>Callbacks to the shop</h2>${callbacks(webhooks)}</section>` : ''}
<section><h2>Set to</h2><pre>${escapeHtml(JSON.stringify(settings, null, 2))}</pre>
<p><a href="/control/${vendor.name}/journal">Journal</a> · <a href="/control/${vendor.name}/state">State</a></p>
<form id="any"><textarea name="command" rows="3" aria-label="A command as JSON">{ "delayMs": 500 }</textarea><button>Send</button></form></section>
${script(`/control/${vendor.name}`)}`,
  )
}

function callbacks(deliveries: ReturnType<SimulatedVendor['deliveries']>): string {
  const rows = deliveries.map(({ at, about, attempt, answer }) =>
    [at, about, attempt, answer].map(escapeHtml),
  )
  return table(['When', 'About', 'Try', 'Answer'], rows, '')
}

const button = (label: string, command: unknown) =>
  `<button data-command="${escapeHtml(JSON.stringify(command))}">${escapeHtml(label)}</button>`

function nextForm(): string {
  const options = outcomes.map((outcome) => `<option>${outcome}</option>`).join('')
  return `<form id="next"><select name="outcome" aria-label="Outcome">${options}</select>
<input name="times" type="number" min="1" value="1" aria-label="How many times" style="width:90px">
<input name="call" placeholder="call (the buying one)" aria-label="Call"><input name="userid" placeholder="only this user id" aria-label="User id">
<button class="accent">Plan</button></form>`
}

/** Sends a button's or form's command, then reloads the page. */
function script(address: string): string {
  return `<script>
const send = async (command) => {
  const reply = await fetch(${JSON.stringify(address)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: command })
  const result = await reply.json()
  if (result.ok) location.reload()
  else document.getElementById('said').textContent = result.error
}
for (const each of document.querySelectorAll('[data-command]')) each.onclick = () => send(each.dataset.command)
const next = document.getElementById('next')
if (next) next.onsubmit = (event) => {
  event.preventDefault()
  const { outcome, times, call, userid } = Object.fromEntries(new FormData(next))
  send(JSON.stringify({ next: { outcome, times: Number(times), ...(call && { call }), ...(userid && { match: { userid } }) } }))
}
const any = document.getElementById('any')
if (any) any.onsubmit = (event) => { event.preventDefault(); send(any.command.value) }
</script>`
}
