import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useGo } from '../../lib/use-go.ts'

/** Starts a top-up once, however often it is tapped, and goes where it is paid. */
export function useTopUp() {
  const call = useCall()
  const go = useGo()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const kept = useRef<{ value: number; key: string }>(undefined)
  const underWay = useRef(false)

  const start = async (value: number) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setError(undefined)
    if (kept.current?.value !== value) kept.current = { value, key: newKey() }
    try {
      const { data } = await call('topUp', { body: { value, userid }, idempotencyKey: kept.current.key })
      kept.current = undefined
      go(data.payment_url)
    } catch (failure) {
      if (failure instanceof ApiError) kept.current = undefined
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, error, setError, start }
}
