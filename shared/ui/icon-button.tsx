import type { ButtonHTMLAttributes } from 'react'
import { type ButtonVariant, buttonClass } from './button.tsx'
import { Icon, type IconName } from './icons/icon.tsx'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> &
  Pick<ButtonVariant, 'variant' | 'size'> & {
    icon: IconName
    /** Its action, in words. A button that moves money is never an icon alone. */
    label: string
  }

/** A square button with an icon only. */
export function IconButton({ icon, label, variant, size, className, ...rest }: IconButtonProps) {
  const sizedClass = buttonClass({ variant, size })
  return (
    <button
      type="button"
      {...rest}
      className={`${sizedClass} btn-icon ${className ?? ''}`.trim()}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}
