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

  /**
   * Fills the lines from this place on with one code each, and adds the lines that are missing. None is left out: the
   * server says where there are too many.
   */
  const fill = (place: number, values: readonly string[]) => {
    const label = lines[place]?.label || 'Code'
    const filled = values.map((value, at) => {
      const line = lines[place + at]
      return line ? { ...line, value } : { label, value, id: added + at }
    })
    setAdded(added + values.length)
    change([...lines.slice(0, place), ...filled, ...lines.slice(place + values.length)])
  }

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
            onPaste={(event) => {
              const values = codesIn(event.clipboardData.getData('text'))
              if (values.length < 2) return
              event.preventDefault()
              fill(place, values)
            }}
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
      {required > 1 && <PasteCodes required={required} onPaste={(values) => fill(0, values)} />}
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

/** Codes that were copied together, one on each line. */
const codesIn = (text: string): string[] =>
  text.split(/[\n\r\t]+/).flatMap((line) => (line.trim() ? [line.trim()] : []))

type PasteCodesProps = { required: number; onPaste: (values: readonly string[]) => void }

/** Fills all lines with the codes on the clipboard. */
function PasteCodes({ required, onPaste }: PasteCodesProps) {
  const [problem, setProblem] = useState('')
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => undefined)
    if (text === undefined) return setProblem('The browser didn’t allow it. Paste into the first field.')
    const values = codesIn(text)
    if (values.length !== required)
      return setProblem(
        `The clipboard has ${count(values.length)}, one on each line. ${required} are needed.`,
      )
    setProblem('')
    onPaste(values)
  }
  return (
    <div className="row wrap">
      <Button size="sm" onClick={() => void paste()}>
        {required === 2 ? 'Paste both codes' : `Paste ${required} codes`}
      </Button>
      <span role="status" className="xs t2">
        {problem}
      </span>
    </div>
  )
}

const count = (codes: number) => (codes === 1 ? '1 code' : `${codes || 'no'} codes`)

/** The lines typed before, then empty ones up to the required number. */
function startLines(required: number, start: CodeLines = []): Line[] {
  const missing = Math.max(0, required - start.length)
  const empty = Array.from({ length: missing }, () => ({ label: 'Code', value: '' }))
  return [...start, ...empty].map((line, id) => ({ ...line, id }))
}
