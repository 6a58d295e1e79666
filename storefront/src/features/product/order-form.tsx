import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { ClipboardEvent, FormEvent } from 'react'
import { needsCheck, splitPastedId } from './buy-rules.ts'
import type { IdState } from './check-answer.ts'
import type { Draft } from './draft.ts'
import { type MissingFieldName, missingMark } from './missing-fields.ts'
import { PlayerBox } from './player-box.tsx'
import { servers, texts } from './texts.ts'

type OrderFormProps = {
  product: Product | undefined
  draft: Draft
  idState: IdState
  /** Whether BUY NOW was tapped without this part. */
  lacks: (part: MissingFieldName) => boolean
  onChange: (inputs: Pick<Draft, 'input1' | 'input2'>) => void
  onCheck: () => void
  onHelp: () => void
}

/** The game account that receives the order. */
export function OrderForm(props: OrderFormProps) {
  const { product, draft, idState, lacks, onChange, onCheck, onHelp } = props
  const { input1, input2 } = draft
  const [label1, label2] = [product?.inputs[0]?.label ?? 'User ID', product?.inputs[1]?.label ?? 'Server']
  const checked = idState.state === 'verified'

  const pasteBoth = (event: ClipboardEvent) => {
    const both = splitPastedId(event.clipboardData.getData('text'))
    if (!both || product?.type === 'GENSHIN') return
    event.preventDefault()
    onChange({ input1: both.first, input2: both.second })
  }
  const isCheckable = product !== undefined && needsCheck(product)
  /** Enter in a field acts like the browser's default: a press on Check, if there is one. */
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isCheckable) onCheck()
  }
  const isMissing = lacks('input1') || lacks('input2') || lacks('check')
  const missing = (value: string, part: 'input1' | 'input2') =>
    lacks(part) && value.trim() === '' ? t('Needed') : undefined
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
            label={t('Where do I find these? (?)')}
            variant="quiet"
            className="help"
            onClick={onHelp}
          />
        </div>
        <div className="ids">
          <Field
            label={<span lang="en">{label1}</span>}
            placeholder={t('Please Enter {label}', { label: label1 })}
            autoComplete="off"
            inputMode={keyboardFor(label1)}
            maxLength={100}
            value={input1}
            ok={checked}
            error={missing(input1, 'input1')}
            {...missingMark('input1')}
            onChange={(event) => onChange({ input1: event.target.value, input2 })}
            onPaste={pasteBoth}
          />
          {product?.type === 'GENSHIN' ? (
            <Select
              label={label2}
              value={input2}
              options={[{ value: '', label: t(texts.server) }, ...servers]}
              error={missing(input2, 'input2')}
              {...missingMark('input2')}
              onChange={(event) => onChange({ input1, input2: event.target.value })}
            />
          ) : (
            <Field
              label={<span lang="en">{label2}</span>}
              placeholder={t('Please Enter {label}', { label: label2 })}
              autoComplete="off"
              inputMode={keyboardFor(label2)}
              maxLength={100}
              value={input2}
              ok={checked}
              error={missing(input2, 'input2')}
              {...missingMark('input2')}
              onChange={(event) => onChange({ input1, input2: event.target.value })}
              onPaste={pasteBoth}
            />
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

/** Phones show digits for ids and @ for e-mail. */
function keyboardFor(label: string): 'numeric' | 'email' | 'text' {
  if (/e-?mail/i.test(label)) return 'email'
  return /\b(id|uid|zone|number|mobile)\b/i.test(label) ? 'numeric' : 'text'
}
