import { Component, type ReactNode } from 'react'
import { CrashScreen } from './crash-screen.tsx'

/** Keeps a broken screen from leaving an empty page. React offers this to classes only. */
export class CrashBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <CrashScreen /> : this.props.children
  }
}
