import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'

export type ButtonVariant = {
  /** One accent button per view. */
  variant?: 'plain' | 'accent' | 'line' | 'quiet' | 'ok' | 'bad' | undefined
  /** `lg` is for BUY NOW, "I have paid" and Login; `field` fits in a line with inputs. */
  size?: 'sm' | 'md' | 'lg' | 'field' | 'tall' | undefined
  block?: boolean | undefined
  icon?: IconName | undefined
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonVariant & {
    /** Ignores clicks and shows `busyText`; the button keeps its size. */
    busy?: boolean | undefined
    /** Progress text, as "Placing your order". Required wherever `busy` can be set. */
    busyText?: string | undefined
  }

/** A button. Only `disabled` removes it from the tab order; busy and `aria-disabled` swallow the click. */
export function Button(props: ButtonProps) {
  const { variant, size, block, icon, busy = false, busyText, className, children, onClick, ...rest } = props
  const off = busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const swap = busyText !== undefined
  const answer = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass({ variant, size, block })}${swap ? ' btn-swap' : ''} ${className ?? ''}`.trim()}
      onClick={answer}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      {swap ? (
        <Swap busy={busy} busyText={busyText} size={size}>
          {icon && <Icon name={icon} size={iconSize(size)} />}
          {children}
        </Swap>
      ) : (
        <>
          {(icon || busy) && (
            <Icon
              name={busy ? 'loader-circle' : (icon ?? 'loader-circle')}
              spin={busy}
              size={iconSize(size)}
            />
          )}
          {children}
        </>
      )}
    </button>
  )
}

/** The class of a button, for a link or label with its style. */
export function buttonClass(options: { [K in keyof ButtonVariant]?: ButtonVariant[K] | undefined }): string {
  const { variant = 'plain', size = 'md', block = false } = options
  const classes = ['btn']
  if (variant !== 'plain') classes.push(`btn-${variant}`)
  if (size !== 'md') classes.push(`btn-${size}`)
  if (block) classes.push('btn-block')
  return classes.join(' ')
}

export function iconSize(size: ButtonVariant['size']): 'sm' | 'md' {
  return size === 'sm' ? 'sm' : 'md'
}

type SwapProps = { busy: boolean; busyText: string; size: ButtonVariant['size']; children: ReactNode }

function Swap({ busy, busyText, size, children }: SwapProps) {
  return (
    <>
      <span data-off={busy || undefined} aria-hidden={busy || undefined}>
        {children}
      </span>
      <span data-off={!busy || undefined} aria-hidden={!busy || undefined}>
        <Icon name="loader-circle" spin={busy} size={iconSize(size)} />
        {busyText}
      </span>
    </>
  )
}
