import { Component, type ReactNode } from 'react'
import type { LoadState, LoadStatePlace } from './load-state.tsx'

// What it says comes beside the first page: once a script can't be loaded, neither could this one.
let NotHere: typeof LoadState | undefined
const texts = import('./load-state.tsx').then(
  (loaded) => {
    NotHere = loaded.LoadState
  },
  () => undefined,
)

type LoadBoundaryProps = LoadStatePlace & {
  /** The address that it is about: another one is a fresh start. */
  here?: string
  children: ReactNode
}
type State = { here: string | undefined; error: unknown }

/**
 * Keeps a part that has not come, or has broken, from emptying the page around it: says what is the matter and tries
 * again. React offers this to classes only.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, State> {
  override state: State = { here: this.props.here, error: undefined }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ here }: LoadBoundaryProps, state: State): State | null {
    return here === state.here ? null : { here, error: undefined }
  }

  override componentDidCatch(): void {
    void texts.then(() => this.forceUpdate())
  }

  override render(): ReactNode {
    const { here, error } = this.state
    const { children, ...place } = this.props
    if (!error) return children
    if (NotHere) {
      return (
        <NotHere {...place} key={here} error={error} onHere={() => this.setState({ error: undefined })} />
      )
    }
    if (place.quiet !== undefined) return place.quiet
    return (
      <button className="btn" type="button" onClick={() => location.reload()}>
        Try again
      </button>
    )
  }
}
