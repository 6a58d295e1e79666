import { Button } from '@jhatpat/shared/ui/button.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { texts } from './texts.ts'

type BuyButtonProps = {
  signedIn: boolean
  /** What is happening to what was tapped. */
  busy: 'placing' | 'opening' | undefined
  block?: boolean
  onBuy: () => void
  onLogin: () => void
}

const busyTexts = {
  placing: { long: 'Placing your order', short: 'Placing' },
  opening: { long: 'Opening your order', short: 'Opening' },
} as const

export function BuyButton({ signedIn, busy, block = false, onBuy, onLogin }: BuyButtonProps) {
  const className = block ? 'buyb' : ''
  if (!signedIn) {
    return (
      <Button variant="line" size="lg" block={block} className={className} onClick={onLogin}>
        {t(texts.loginFirst)}
      </Button>
    )
  }
  return (
    <Button
      variant="accent"
      size="lg"
      block={block}
      className={className}
      busy={busy !== undefined}
      busyText={t(busyTexts[busy ?? 'placing'][block ? 'long' : 'short'])}
      onClick={onBuy}
    >
      {t(texts.buy)}
    </Button>
  )
}
