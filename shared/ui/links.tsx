import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

const LinkContext = createContext<ComponentType<AnchorProps>>(PlainLink)

/**
 * Sets the component that follows links inside the app, so that the kit needs no router: `<Links as={({ href,
 * ...rest }) => <RouterLink to={href} {...rest} />}>`.
 */
export function Links({ as, children }: { as: ComponentType<AnchorProps>; children: ReactNode }) {
  return <LinkContext value={as}>{children}</LinkContext>
}

/** A link of the app's router; one to another site or scheme, or with `target`, stays a plain anchor. */
export function AppLink(props: AnchorProps) {
  const Inside = use(LinkContext)
  return isOutside(props) ? <PlainLink {...props} /> : <Inside {...props} />
}

function PlainLink({ children, ...rest }: AnchorProps) {
  return <a {...rest}>{children}</a>
}

function isOutside({ href, target }: AnchorProps): boolean {
  return target !== undefined || /^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(href)
}
