import type { PaymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import { useEffect, useState } from 'react'
import { readPreference, storePreference } from '../../lib/stored-preference.ts'

export type UpiApp = keyof NonNullable<PaymentPage['upi']>

const name = 'upi-app'

let known: UpiApp | undefined
// Read before the payment has loaded, so that the buttons do not move.
const stored = readPreference<UpiApp>(name).then(
  (app) => {
    known ??= app
  },
  () => undefined,
)

/** The UPI app that was used last on this device. */
export function useLastApp(): UpiApp | undefined {
  const [app, setApp] = useState(known)
  useEffect(() => {
    void stored.then(() => setApp(known))
  }, [])
  return app
}

export function storeLastApp(app: UpiApp): void {
  known = app
  void storePreference(name, app).catch(() => undefined)
}
