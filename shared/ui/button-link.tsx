import { type ButtonVariant, buttonClass, iconSize } from './button.tsx'
import { Icon } from './icons/icon.tsx'
import { type AnchorProps, AppLink } from './links.tsx'

export type ButtonLinkProps = AnchorProps & ButtonVariant

/** A link styled as a button. */
export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <AppLink {...rest} className={`${buttonClass({ variant, size, block })} ${className ?? ''}`.trim()}>
      {icon && <Icon name={icon} size={iconSize(size)} />}
      {children}
    </AppLink>
  )
}
