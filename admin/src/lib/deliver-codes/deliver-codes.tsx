import type { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedChanges } from '../unsaved-changes.tsx'

export type CodeLines = BodyInputOf<typeof transitionOrder>['codes']

type Line = { label: string; value: string; id: number }

/** Equals `vaultLimits`, whose schemas the board does not load. */
const most = { label: 40, value: 500, lines: 10 }
const usualLabels = ['Code', 'E-mail', 'Password', 'Profile', 'PIN']

type DeliverCodesProps = {
  onChange: (lines: CodeLines) => void
  /** This number of inputs is shown from the start, and the first has the focus. */
  required?: number
  /** The lines that were typed before. */
  start?: CodeLines
}

/**
 * What the customer receives with the delivery: a code, or the lines of a login. Nothing by
 * default.
 */
export default function DeliverCodes({ onChange, required = 0, start }: DeliverCodesProps) {
  const [lines, setLines] = useState<readonly Line[]>(() => startLines(required, start))
  const [added, setAdded] = useState(lines.length)
  useUnsavedChanges(lines.some(({ value }) => value.trim() !== ''))
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const change = (next: readonly Line[]) => {
    setLines(next)
    const filled = next.flatMap(({ label, value }) =>
      value.trim() ? [{ label: label.trim() || 'Code', value: value.trim() }] : [],
    )
    onChange(filled.length > 0 ? filled : undefined)
  }
  const add = () => {
    setAdded(added + 1)
    change([...lines, { label: lines.length === 0 ? 'Code' : '', value: '', id: added }])
  }
  const edit = (id: number, part: Partial<Line>) =>
    change(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))

  return (
    <div className="stack stack-2">
      <datalist id="hand-over-labels">
        {usualLabels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {lines.map(({ id, label, value }, place) => (
        <div className="deliver-codes" key={id}>
          <Field
            small
            label={`Label ${place + 1}`}
            list="hand-over-labels"
            maxLength={most.label}
            value={label}
            onChange={(event) => edit(id, { label: event.target.value })}
          />
          <Field
            small
            {...(place === 0 ? { ref: first } : {})}
            label={`Value ${place + 1}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={most.value}
            value={value}
            onChange={(event) => edit(id, { value: event.target.value })}
          />
          <IconButton
            icon="x"
            size="field"
            variant="quiet"
            label={`Remove line ${place + 1}`}
            onClick={() => change(lines.filter((line) => line.id !== id))}
          />
        </div>
      ))}
      {lines.length > 0 && <Hint>Encrypted. Only the customer can view it.</Hint>}
      {lines.length < most.lines && (
        <div>
          <Button size="sm" icon="plus" onClick={add}>
            {lines.length === 0 ? 'Deliver a code' : 'Add line'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The lines typed before, then empty ones up to the required number. */
function startLines(required: number, start: CodeLines = []): Line[] {
  const missing = Math.max(0, required - start.length)
  const empty = Array.from({ length: missing }, () => ({ label: 'Code', value: '' }))
  return [...start, ...empty].map((line, id) => ({ ...line, id }))
}
