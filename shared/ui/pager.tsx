import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Select } from './select.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { t } from './texts/translate.ts'

export type PagerProps = {
  /** The range shown and the total: "1–50 of 10,000+". */
  children: ReactNode
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  size?: number | undefined
  sizes?: readonly number[] | undefined
  onSize?: ((size: number) => void) | undefined
  className?: string | undefined
}

/**
 * Below a list: rows per page, the range, and the buttons back and next. A button without an action is
 * disabled.
 */
export function Pager({ children, onPrevious, onNext, size, sizes, onSize, className = '' }: PagerProps) {
  const speak = usePageLanguage()
  return (
    <nav className={`pager ${className}`.trim()} aria-label={speak(() => t('Pages'))}>
      {sizes && size !== undefined && (
        <span className="row">
          <span aria-hidden="true">Rows</span>
          <Select
            bare
            small
            label="Rows on a page"
            value={String(size)}
            options={sizes.map(String)}
            onChange={(event) => onSize?.(Number(event.target.value))}
          />
        </span>
      )}
      <span role="status">{children}</span>
      <span className="row">
        <Button size="sm" disabled={!onPrevious} onClick={onPrevious}>
          {speak(() => t('Previous'))}
        </Button>
        <Button size="sm" disabled={!onNext} onClick={onNext}>
          {speak(() => t('Next'))}
        </Button>
      </span>
    </nav>
  )
}
