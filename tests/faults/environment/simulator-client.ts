import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { VendorName } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'

/** The simulators: commands by HTTP, and their journals on disk. */
export type SimulatorClient = {
  url: string
  control(vendor: VendorName, command: Record<string, unknown>): Promise<void>
  setAppUrl(url: string): Promise<void>
  /** Pays in the payer's UPI app; `amount` in rupees. */
  pay(clientTxnId: string, more?: { amount?: string; times?: 1 | 2 }): Promise<void>
  /** Each simulator creates its journal before it is ready; a missing one would be read as empty. */
  journal(vendor: VendorName): Promise<JournalEntry[]>
}

export function createSimulatorClient(url: string, journalDir: string): SimulatorClient {
  const post = async (path: string, command: Record<string, unknown>) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
    })
    if (!response.ok) throw new Error(`${path} refused ${JSON.stringify(command)}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const control = (vendor: VendorName, command: Record<string, unknown>) =>
    post(`/control/${vendor}`, command)
  return {
    url,
    control,
    setAppUrl: (appUrl) => post('/control', { appUrl }),
    pay: (client_txn_id, { amount, times = 1 } = {}) => {
      const payment = { client_txn_id, ...(amount === undefined ? {} : { amount }) }
      return control('upigateway', times === 2 ? { payTwice: payment } : { pay: payment })
    },
    async journal(vendor) {
      const text = await readFile(join(journalDir, `${vendor}.jsonl`), 'utf8')
      return text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as JournalEntry)
    },
  }
}
