import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { copyText } from '@jhatpat/shared/ui/copy-button.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { type ReactNode, useState } from 'react'

type RecoveryCodesProps = {
  codes: readonly string[]
  /** Label of the button at the end. */
  next: string
  busy?: boolean
  busyText?: string
  onNext(): void
  children?: ReactNode
}

/** Ten recovery codes, shown only once; continues when the admin confirms that they are stored. */
export function RecoveryCodes({ codes, next, onNext, children, ...busy }: RecoveryCodesProps) {
  const { store } = useServices()
  const [isStored, setIsStored] = useState(false)
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'))
    pushToast(
      store,
      isCopied
        ? { kind: 'ok', title: 'Copied', text: 'Paste them where your phone is not.' }
        : { kind: 'bad', title: 'Could not copy', text: 'Write them down, or print them.' },
    )
  }
  return (
    <section className="panel stack">
      <p className="prose">
        If you lose your phone, one of these lets you in, once each. We cannot show them again.
      </p>
      <ol className="recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row wrap">
        <Button icon="copy" onClick={copy}>
          Copy all
        </Button>
        <Button icon="file-text" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Checkbox
        label="I have kept them where my phone is not."
        checked={isStored}
        onChange={(event) => setIsStored(event.target.checked)}
      />
      <div>
        <Button variant="accent" size="lg" aria-disabled={!isStored} onClick={onNext} {...busy}>
          {next}
        </Button>
      </div>
      {children}
    </section>
  )
}
