import { Button } from '@jhatpat/shared/ui/button.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { sizeText } from '../size-text.ts'
import type { CsvState } from './download-csv.ts'

type Props = { state: CsvState; title: string; onClose: () => void }

const heads = { writing: 'Exporting…', ready: 'Exported', failed: 'Export failed' }

/** Progress and end of an export. */
export default function CsvPanel({ state, title, onClose }: Props) {
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
        {state.is === 'ready' && ', saved to downloads'}
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
