/** Changes what a simulated vendor does. */
export async function control(simulators: string, vendor: string, command: object): Promise<void> {
  const response = await fetch(`${simulators}/control/${vendor}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  if (!response.ok) throw new Error(`The simulator of ${vendor} refused: ${await response.text()}`)
}

/** Pays in the payer's own app. */
export const pay = (simulators: string, client_txn_id: string): Promise<void> =>
  control(simulators, 'upigateway', { pay: { client_txn_id } })
