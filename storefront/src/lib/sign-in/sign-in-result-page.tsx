import { type Illustration, illustrationUrl } from '@jhatpat/shared/ui/art.ts'
import type { ReactNode } from 'react'

type SignInResultPageProps = {
  spot: Illustration
  title: string
  /** What happened, and what comes next. */
  text: ReactNode
  role?: 'alert' | 'status' | undefined
  children?: ReactNode
}

/** The final page of a task before the login: one illustration, one heading, and a link. */
export function SignInResultPage({ spot, title, text, role, children }: SignInResultPageProps) {
  return (
    <div className="end-s" role={role}>
      <img src={illustrationUrl(spot)} alt="" width={148} height={148} />
      <h1 className="d1">{title}</h1>
      <p className="t2">{text}</p>
      {children}
    </div>
  )
}
