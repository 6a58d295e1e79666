import { Button } from '@jhatpat/shared/ui/button.tsx'
import { copyText } from '@jhatpat/shared/ui/copy-button.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useRef, useState } from 'react'
import { inChunks } from './vault-texts.ts'

type SecretRowProps = {
  name: string
  /** Its text; undefined while it is hidden. */
  value: string | undefined
  opening: boolean
  /** The first hidden line is emphasised. */
  isNext: boolean
  onReveal: () => void
  onHide: () => void
}

/** One line of the vault: dots until it is revealed, then its text to copy. */
export function SecretRow({ name, value, opening, isNext, onReveal, onHide }: SecretRowProps) {
  const label = useFocusAfterReveal(value !== undefined)
  return (
    <div className="secret">
      <div className="grow" ref={label} tabIndex={-1}>
        <span className="xs t3 line">{name}</span>
        {value === undefined ? (
          <>
            <span className="v hid" aria-hidden="true">
              ••••• ••••• •••••
            </span>
            <span className="visually-hidden">{t('hidden')}</span>
          </>
        ) : (
          <span className="v" translate="no">
            {inChunks(value).map(({ text, at }) => (
              <span key={at}>{text}</span>
            ))}
          </span>
        )}
      </div>
      {value === undefined ? (
        <Button
          variant={isNext ? 'accent' : 'plain'}
          icon="eye"
          busy={opening}
          busyText={t('Loading…')}
          aria-label={t('Reveal {label}', { label: name })}
          onClick={onReveal}
        >
          {t('Reveal')}
        </Button>
      ) : (
        <>
          <CopyValue name={name} value={value} />
          <IconButton
            icon="eye-off"
            variant="quiet"
            label={t('Hide {label}', { label: name })}
            onClick={onHide}
          />
        </>
      )}
    </div>
  )
}

/** The pressed button is gone: keyboard and screen reader users continue at the text. */
function useFocusAfterReveal(isShown: boolean) {
  const row = useRef<HTMLDivElement>(null)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (isShown !== wasShown.current) row.current?.focus({ preventScroll: true })
    wasShown.current = isShown
  }, [isShown])
  return row
}

const saidMs = 2_000

/** Copying stays in the browser: the reveal was recorded already. */
function CopyValue({ name, value }: { name: string; value: string }) {
  const [message, setMessage] = useState<'Copied' | 'Could not copy'>()
  useEffect(() => {
    const timer = message && setTimeout(() => setMessage(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <>
      <Button
        variant={message === 'Copied' ? 'ok' : 'plain'}
        icon={message === 'Copied' ? 'check' : 'copy'}
        aria-label={t('Copy {label}', { label: name })}
        onClick={async () => setMessage((await copyText(value)) ? 'Copied' : 'Could not copy')}
      >
        {t(message ?? 'Copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {message && t(message)}
      </span>
    </>
  )
}
