import { Button } from '@jhatpat/shared/ui/button.tsx'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { IdState } from './check-answer.ts'
import { checkTexts } from './check-texts.ts'
import { missingMark } from './missing-fields.ts'

type PlayerBoxProps = {
  /** Whether the product's ids can be looked up. */
  checkable: boolean
  idState: IdState
  mayCheck: boolean
  /** Whether the customer tried to buy without it. */
  wanted: boolean
}

type BoxContent = {
  tone: '' | 'ok' | 'warn' | 'bad'
  icon: IconName
  title: string
  text: string
  supplierText?: string | undefined
}

/**
 * Shows the player of the order, in a box that has its final height from the start. Its button submits the
 * form around it.
 */
export function PlayerBox({ checkable, idState, mayCheck, wanted }: PlayerBoxProps) {
  const { tone, icon, title, text, supplierText } = checkable ? boxContent(idState, wanted) : unchecked
  return (
    <div className={`player ${tone}`.trim()}>
      <span className="node">
        <Icon name={icon} spin={idState.state === 'checking'} />
      </span>
      <span className="grow" role="status">
        {title && <span className="b">{title}</span>}
        {text && <span className={supplierText ? 'sm line' : 'xs t2 line'}>{plainText(text)}</span>}
        {idState.state === 'not_eligible' && <NotEligible text={idState.text} />}
        {supplierText && (
          <span className="xs t3 line">
            {rich('Supplier says: {words}', { words: <q lang="en">{supplierText}</q> })}
          </span>
        )}
      </span>
      {checkable && (
        <Button
          type="submit"
          size="sm"
          disabled={!mayCheck || idState.state === 'checking'}
          {...missingMark('check')}
        >
          {t('Check')}
        </Button>
      )}
    </div>
  )
}

/** The specification's sentence as given, in Hindi with a translation below; then what to do. */
function NotEligible({ text }: { text: string }) {
  const translation = plainText(text)
  return (
    <>
      <span className="sm line" lang="en">
        {text}
      </span>
      {translation !== text && <span className="sm line">{translation}</span>}
      <span className="xs t3 line">{t('No order was placed. Choose another item or another product.')}</span>
    </>
  )
}

const unchecked: BoxContent = {
  tone: '',
  icon: 'info',
  title: '',
  text: 'Make sure this is your account. Sales are final.',
}

function boxContent(idState: IdState, wanted: boolean): BoxContent {
  switch (idState.state) {
    case 'checking':
      return {
        tone: '',
        icon: 'loader-circle',
        title: '',
        text: idState.slow ? checkTexts.slowCheck : 'Checking…',
      }
    case 'verified':
      return {
        tone: 'ok',
        icon: 'check',
        title: t('Username: {name}', { name: isolated(idState.username) }),
        text: 'If you change the ID, check again.',
      }
    case 'refused':
      return {
        tone: 'bad',
        icon: 'circle-x',
        title: '',
        text: idState.text,
        supplierText: idState.supplierText,
      }
    case 'not_eligible':
      return { tone: 'bad', icon: 'ban', title: '', text: '' }
    case 'unknown':
      return { tone: 'warn', icon: 'circle-help', title: '', text: idState.text }
    default:
      return {
        tone: wanted ? 'warn' : '',
        icon: 'info',
        title: '',
        text: 'Tap Check to confirm your username.',
      }
  }
}
