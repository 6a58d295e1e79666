import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'

export function LoginLink() {
  return (
    <ButtonLink variant="accent" size="lg" block href="/login">
      Login
    </ButtonLink>
  )
}
