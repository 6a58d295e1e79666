import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { QrCode } from '@jhatpat/shared/ui/qr-code.tsx'

type ScanKeyProps = {
  /** base32 */
  secret: string
  /** `otpauth://…` */
  address: string
  onNext(): void
}

/** The secret for an authenticator app, as a picture and as letters. */
export function ScanKey({ secret, address, onNext }: ScanKeyProps) {
  return (
    <section className="panel scan-key">
      <QrCode text={address} label="QR code for your authenticator app" />
      <div className="stack">
        <p>Open an authenticator app, such as Google Authenticator, Aegis or 1Password, and scan this.</p>
        <div>
          <p className="label">On this phone, or without a camera</p>
          <div className="key">
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={secret} label="Copy the key" />
          </div>
        </div>
        <p className="t3 sm">The key is shown once. It never leaves your phone and our server.</p>
        <Button variant="accent" size="lg" onClick={onNext}>
          I have scanned it
        </Button>
      </div>
    </section>
  )
}
