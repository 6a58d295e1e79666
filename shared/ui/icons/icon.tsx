import { type IconName, iconPaths } from './paths.ts'

export type { IconName }

export type IconProps = {
  name: IconName
  /** `sm` 16 px, `md` 20 px (default), `lg` 24 px. */
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Spins until it is removed; still under reduced motion. */
  spin?: boolean | undefined
  className?: string | undefined
}

const sizeClass = { sm: ' i-sm', md: '', lg: ' i-lg' } as const

/** A Lucide outline in the text's colour. Decoration: the text next to it carries the meaning. */
export function Icon({ name, size = 'md', spin = false, className = '' }: IconProps) {
  return (
    <Outline
      className={`i${sizeClass[size]}${spin ? ' spin' : ''} ${className}`.trim()}
      path={iconPaths[name]}
    />
  )
}

/**
 * An icon that only one screen uses and loads itself: those of the kit all load before the initial render.
 */
export function Outline({ path, className = 'i' }: { path: string; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
