import { saveFile } from '@jhatpat/shared/browser/save-file.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { isAllowed } from '@jhatpat/shared/contracts/permissions.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { messageOf } from '../message-of.ts'
import type { CsvProgress, CsvState } from './download-csv.ts'

const CsvPanel = lazyComponent(() => import('./csv-panel.tsx'))

/** A call that replies with a CSV file of this name. */
export type CsvRoute = AnyRoute & { csv: string }

type Props = {
  route: CsvRoute
  /** The query of the list; its page is left out. */
  query: object
  /** What is exported, as text. */
  title: string
  /** The file's name, where it is not the call's. */
  file?: string
}

const start: CsvProgress = { rows: 0, bytes: 0 }

/** Exports the whole view to a file in the background; only for roles that may export. */
export function CsvButton({ route, query, title, file = route.csv }: Props) {
  const { store } = useServices()
  const user = useAtomValue(userAtom)
  const [state, setState] = useState<CsvState>()
  const stop = useRef<AbortController>(undefined)
  if (!user || !isAllowed(user, 'exports.create')) return null
  const write = async () => {
    const abort = new AbortController()
    stop.current = abort
    setState({ ...start, is: 'writing' })
    try {
      const onProgress = (progress: CsvProgress) => setState({ ...progress, is: 'writing' })
      const address = `/api${route.path}?${paramsOf(query)}`
      const { downloadCsv } = await import('./download-csv.ts')
      const blob = await downloadCsv(store, { address, signal: abort.signal, onProgress })
      saveFile(blob, file)
      setState((progress) => progress && { ...progress, is: 'ready' })
    } catch (error) {
      setState(abort.signal.aborted ? undefined : { ...start, is: 'failed', error: messageOf(error) })
    }
  }
  const close = () => {
    stop.current?.abort()
    setState(undefined)
  }
  return (
    <>
      <Chip
        icon="download"
        data-permission="exports.create"
        disabled={state?.is === 'writing'}
        onClick={write}
      >
        Export CSV
      </Chip>
      {state && (
        <Optional>
          <CsvPanel state={state} title={title} onClose={close} />
        </Optional>
      )}
    </>
  )
}

function paramsOf(query: object): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !['limit', 'page', 'cursor', 'before'].includes(name))
      params.set(name, String(value))
  }
  return params
}
