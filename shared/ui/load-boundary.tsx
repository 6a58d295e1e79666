import { Component, type ReactNode } from 'react'
import type { LoadState, LoadStatePlace } from './load-state.tsx'

// Loads with the first page: if another script fails to load, this one could not load either.
let NotHere: typeof LoadState | undefined
const texts = import('./load-state.tsx').then(
  (loaded) => {
    NotHere = loaded.LoadState
  },
  () => undefined,
)

type LoadBoundaryProps = LoadStatePlace & {
  /** The current address: a new one resets the boundary. */
  here?: string
  children: ReactNode
}
type State = { here: string | undefined; error: unknown }

/**
 * Keeps a component that failed to load or to render from emptying the page around it: shows the reason and
 * retries. React offers this to classes only.
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
