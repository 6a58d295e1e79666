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
        ? { kind: 'ok', title: 'Copied', text: 'Paste them somewhere safe, not on your phone.' }
        : { kind: 'bad', title: 'Couldn’t copy', text: 'Save or print these codes.' },
    )
  }
  return (
    <section className="panel stack">
      <p className="prose">Each code works once if you lose your phone. They’re shown only once.</p>
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
        label="I saved them in a safe place"
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
