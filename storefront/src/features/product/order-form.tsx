import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { convertDigits } from '@jhatpat/shared/ui/convert-digits.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { needsCheck } from './buy-rules.ts'
import type { IdState } from './check-answer.ts'
import type { Draft } from './draft.ts'
import { type InputName, inputErrors } from './input-errors.ts'
import { type MissingFieldName, missingMark } from './missing-fields.ts'
import { splitPastedIds } from './paste-ids.ts'
import { PlayerBox } from './player-box.tsx'
import { servers, texts } from './texts.ts'

type OrderFormProps = {
  product: Product | undefined
  draft: Draft
  idState: IdState
  /** Whether BUY NOW was tapped without this part. */
  lacks: (part: MissingFieldName) => boolean
  onChange: (inputs: Pick<Draft, InputName>) => void
  onCheck: () => void
  onHelp: () => void
}

/** The game account that receives the order. */
export function OrderForm(props: OrderFormProps) {
  const { product, draft, idState, lacks, onChange, onCheck, onHelp } = props
  const { input1, input2 } = draft
  const [label1, label2] = [product?.inputs[0]?.label ?? 'User ID', product?.inputs[1]?.label ?? 'Server']
  const [left, setLeft] = useState<readonly InputName[]>([])
  const errors = product ? inputErrors(draft, product.inputs) : {}
  const errorOf = (name: InputName) => {
    if (draft[name].trim() === '') return lacks(name) ? t('Required') : undefined
    return lacks(name) || left.includes(name) ? errors[name] : undefined
  }

  const pasteBoth = (event: ClipboardEvent) => {
    const both = splitPastedIds(event.clipboardData.getData('text'))
    const input2 = both && product?.type === 'GENSHIN' ? serverCalled(both.second) : both?.second
    if (!both || input2 === undefined) return
    event.preventDefault()
    onChange({ input1: both.first, input2 })
  }
  const isCheckable = product !== undefined && needsCheck(product)
  /** Enter in a field acts like the browser's default: a press on Check, if there is one. */
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCheckable) return
    setLeft(['input1', 'input2'])
    onCheck()
  }
  const isMissing = lacks('input1') || lacks('input2') || lacks('check')
  const account = (name: InputName, label: string) => (
    <AccountField
      {...{ name, label }}
      value={draft[name]}
      ok={idState.state === 'verified'}
      error={errorOf(name)}
      onChange={(text) => onChange({ input1, input2, [name]: text })}
      onLeave={() => setLeft((before) => [...before, name])}
      onPaste={pasteBoth}
    />
  )
  return (
    <section
      className={isMissing ? 'panel missing' : 'panel'}
      aria-labelledby="order-information"
      data-highlighted={isMissing || undefined}
    >
      <form className="stack stack-4" noValidate onSubmit={onSubmit}>
        <div className="row between">
          <h2 className="d3" id="order-information">
            {t('Order Information')}
          </h2>
          <IconButton
            icon="circle-help"
            label={t('Where do I find my ID? (?)')}
            variant="quiet"
            className="help"
            onClick={onHelp}
          />
        </div>
        <div className="ids">
          {account('input1', label1)}
          {product?.type === 'GENSHIN' ? (
            <Select
              label={label2}
              value={input2}
              options={[{ value: '', label: t(texts.server) }, ...servers]}
              error={errorOf('input2')}
              {...missingMark('input2')}
              onChange={(event) => onChange({ input1, input2: event.target.value })}
            />
          ) : (
            account('input2', label2)
          )}
        </div>
        <PlayerBox
          checkable={isCheckable}
          idState={idState}
          mayCheck={input1.trim() !== '' && input2.trim() !== ''}
          wanted={lacks('check')}
        />
      </form>
    </section>
  )
}

type AccountFieldProps = {
  name: InputName
  label: string
  value: string
  ok: boolean
  error: string | undefined
  onChange: (text: string) => void
  onLeave: () => void
  onPaste: (event: ClipboardEvent) => void
}

function AccountField({ name, label, onChange, onLeave, ...field }: AccountFieldProps) {
  return (
    <Field
      {...field}
      {...missingMark(name)}
      label={<span lang="en">{label}</span>}
      placeholder={t('Please Enter {label}', { label })}
      autoComplete="off"
      inputMode={keyboardFor(label)}
      maxLength={100}
      onBlur={onLeave}
      onChange={({ target }) => {
        convertDigits(target)
        onChange(target.value)
      }}
    />
  )
}

const serverCalled = (name: string) =>
  servers.find((server) => server.toLowerCase().startsWith(name.toLowerCase()))

/** Phones show digits for ids and @ for e-mail. */
function keyboardFor(label: string): 'numeric' | 'email' | 'text' {
  if (/e-?mail/i.test(label)) return 'email'
  return /\b(id|uid|zone|number|mobile)\b/i.test(label) ? 'numeric' : 'text'
}
