import { Button } from '@jhatpat/shared/ui/button.tsx'
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
        {texts.loginFirst}
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
      busyText={block ? 'Placing your order' : 'Placing'}
      onClick={onBuy}
    >
      {texts.buy}
    </Button>
  )
}
