import { Button } from '@jhatpat/shared/ui/button.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { texts } from './texts.ts'

type BuyButtonProps = {
  signedIn: boolean
  placing: boolean
  block?: boolean
  onBuy: () => void
  onLogin: () => void
}

export function BuyButton({ signedIn, placing, block = false, onBuy, onLogin }: BuyButtonProps) {
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
      busy={placing}
      busyText={t(block ? 'Placing your order' : 'Placing')}
      onClick={onBuy}
    >
      {t(texts.buy)}
    </Button>
  )
}
