import type { JournalEntry } from '../wire/journal.ts'

/**
 * `id`: the gateway's own id of this payment in a status reply. `replyCount`: number of replies that contained
 * it.
 */
export type Capture = {
  id: number
  amountPaise: number
  upiTxnId: string
  payer: string
  at: string
  replyCount: number
}

export type UpiRecord = {
  id: number
  clientTxnId: string
  amountPaise: number
  status: string
  /** When it was created, ISO; a status query must name this day in India. */
  createdAt: string
  /** The order's fields as sent: `p_info`, `customer_*`, `redirect_url`, `udf1` to `udf3`. */
  asked: Record<string, string>
  captures: Capture[]
}

/** The gateway's records, rebuilt from its journal: `created`, `status`, `captured`. */
export function createUpiRecords() {
  const byTxn = new Map<string, UpiRecord>()
  return {
    byTxn,
    byId: (id: number) => [...byTxn.values()].find((record) => record.id === id),
    clear: () => byTxn.clear(),
    fold(entry: JournalEntry): void {
      if (entry.kind === 'created') byTxn.set(String(entry.client_txn_id), openRecord(entry))
      const record = byTxn.get(String(entry.client_txn_id))
      if (record && entry.kind === 'status') record.status = String(entry.status)
      if (record && entry.kind === 'captured') addCapture(record, entry)
    },
  }
}

export type UpiRecords = ReturnType<typeof createUpiRecords>

/**
 * The payment that a status query reports. Of several, the one reported least often so far: a second
 * payment is in the next answer, and none stays hidden permanently.
 */
export function nextCapture(record: UpiRecord): Capture | undefined {
  const lowestCount = Math.min(...record.captures.map((capture) => capture.replyCount))
  const capture = record.captures.find(({ replyCount }) => replyCount === lowestCount)
  if (capture) capture.replyCount += 1
  return capture
}

const indianDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' })

/** yyyy-mm-dd in India. */
export const dayInIndia = (iso: string): string => indianDay.format(new Date(iso))

/** dd-mm-yyyy, the format of `txn_date`, in India or in UTC. */
export const queryDay = (iso: string, kept: 'india' | 'utc'): string =>
  (kept === 'utc' ? iso.slice(0, 10) : dayInIndia(iso)).split('-').reverse().join('-')

export const rupees = (paise: number): string => (paise / 100).toFixed(2)

export function paise(text: string): number | undefined {
  return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

const openRecord = (entry: JournalEntry): UpiRecord => ({
  id: Number(entry.order_id),
  clientTxnId: String(entry.client_txn_id),
  amountPaise: Number(entry.amountPaise),
  status: 'created',
  createdAt: String(entry.createdAt),
  asked: entry.asked as Record<string, string>,
  captures: [],
})

function addCapture(record: UpiRecord, entry: JournalEntry): void {
  record.status = 'success'
  record.captures.push({
    id: Number(entry.id ?? entry.order_id),
    amountPaise: Number(entry.amountPaise),
    upiTxnId: String(entry.upi_txn_id),
    payer: String(entry.customer_vpa),
    at: entry.at,
    replyCount: 0,
  })
}
