import { type IconName, iconPaths } from './paths.ts'

export type { IconName }

export type IconProps = {
  name: IconName
  /** `sm` 16 px, `md` 20 px (default), `lg` 24 px. */
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Turns until it is taken away; stands still under reduced motion. */
  spin?: boolean | undefined
  className?: string | undefined
}

const sizeClass = { sm: ' i-sm', md: '', lg: ' i-lg' } as const

/** A Lucide outline in the text's colour. It is decoration: the words beside it carry the meaning. */
export function Icon({ name, size = 'md', spin = false, className = '' }: IconProps) {
  return (
    <Outline
      className={`i${sizeClass[size]}${spin ? ' spin' : ''} ${className}`.trim()}
      path={iconPaths[name]}
    />
  )
}

/** An icon that one screen alone shows, and brings along: the kit's are all loaded before the first paint. */
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
