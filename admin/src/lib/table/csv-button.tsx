import { tokenAtom, userAtom } from '@jhatpat/shared/browser/session.ts'
import { isAllowed } from '@jhatpat/shared/contracts/permissions.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { messageOf } from '../message-of.ts'
import { sizeText } from '../size-text.ts'
import type { CsvProgress } from './download-csv.ts'

type Props = {
  /** Below the host base path: `/admin/alltxn/csv`. */
  path: string
  file: string
  /** The query of the list, without its page. */
  query: Record<string, string | number | undefined>
  /** What is exported, as text. */
  title: string
}

type State = CsvProgress & { is: 'writing' | 'ready' | 'failed'; error?: string }

const start: CsvProgress = { rows: 0, bytes: 0 }

/** Exports the whole view to a file in the background; only for roles that may export. */
export function CsvButton({ path, file, query, title }: Props) {
  const token = useAtomValue(tokenAtom)
  const user = useAtomValue(userAtom)
  const [state, setState] = useState<State>()
  const stop = useRef<AbortController>(undefined)
  if (!user || !isAllowed(user, 'exports.create')) return null
  const write = async () => {
    const abort = new AbortController()
    stop.current = abort
    setState({ ...start, is: 'writing' })
    try {
      const onProgress = (progress: CsvProgress) => setState({ ...progress, is: 'writing' })
      const address = `/api${path}?${paramsOf(query)}`
      const { saveFile, downloadCsv } = await import('./download-csv.ts')
      const blob = await downloadCsv({ address, token: token ?? '', signal: abort.signal, onProgress })
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
      <Chip icon="download" disabled={state?.is === 'writing'} onClick={write}>
        CSV
      </Chip>
      {state && <CsvPanel state={state} title={title} onClose={close} />}
    </>
  )
}

const heads = { writing: 'Writing CSV', ready: 'CSV is ready', failed: 'The CSV was not written' }

function CsvPanel({ state, title, onClose }: { state: State; title: string; onClose: () => void }) {
  return (
    <div className="csv" role={state.is === 'failed' ? 'alert' : 'status'}>
      <div className="row between">
        <b className="sm">{heads[state.is]}</b>
        <Button size="sm" onClick={onClose}>
          {state.is === 'writing' ? 'Stop' : 'Close'}
        </Button>
      </div>
      <p className="xs t2">
        {state.is === 'failed' ? `Error: ${state.error}` : title}
        {state.is === 'ready' && ', in your downloads'}
      </p>
      {state.is !== 'failed' && (
        <p className="row between xs num">
          <b>{formatCount(state.rows)} rows</b>
          <span className="t2">{sizeText(state.bytes)}</span>
        </p>
      )}
    </div>
  )
}

function paramsOf(query: Props['query']): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !['limit', 'page', 'cursor', 'before'].includes(name))
      params.set(name, String(value))
  }
  return params
}
