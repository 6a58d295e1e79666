import { Component, type ReactNode } from 'react'
import type { LoadState, LoadStateOptions } from './load-state.tsx'

// Loads with the first page: if another script fails to load, this one could not load either.
let LoadStateComponent: typeof LoadState | undefined
const texts = import('./load-state.tsx').then(
  (loaded) => {
    LoadStateComponent = loaded.LoadState
  },
  () => undefined,
)

type LoadBoundaryProps = LoadStateOptions & {
  /** The current address: a new one resets the boundary. */
  path?: string
  children: ReactNode
}
type State = { path: string | undefined; error: unknown }

/**
 * Keeps a component that failed to load or to render from emptying the page around it: shows the reason and
 * retries. React offers this to classes only.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, State> {
  override state: State = { path: this.props.path, error: undefined }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ path }: LoadBoundaryProps, state: State): State | null {
    return path === state.path ? null : { path, error: undefined }
  }

  override componentDidCatch(): void {
    void texts.then(() => this.forceUpdate())
  }

  override render(): ReactNode {
    const { path, error } = this.state
    const { children, ...options } = this.props
    if (!error) return children
    if (LoadStateComponent) {
      return (
        <LoadStateComponent
          {...options}
          key={path}
          error={error}
          onLoaded={() => this.setState({ error: undefined })}
        />
      )
    }
    if (options.quiet !== undefined) return options.quiet
    return (
      <button className="btn" type="button" onClick={() => location.reload()}>
        Try again
      </button>
    )
  }
}
