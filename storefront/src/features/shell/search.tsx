import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type FormEvent, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/**
 * Finds products on the home page: while typing there, on Enter from any other page. Enter at home opens the first
 * result. `/` focuses the search; on phones a button opens it, except at home, where it is always visible.
 */
export function Search() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const isHome = pathname === '/' || pathname === '/home'
  const searchText = isHome ? (params.get('q') ?? '') : ''

  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key !== '/' || isField(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', jump)
    return () => removeEventListener('keydown', jump)
  }, [])

  const find = (text: string, options: NavigateOptions) => {
    navigate(text ? `/home?q=${encodeURIComponent(text)}` : '/home', options)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (isHome) return find(text, { replace: true, state: { opensFirst: true } })
    find(text, {})
    input.current?.blur()
  }
  return (
    <>
      <search className="search-form" data-home={isHome}>
        <form onSubmit={submit}>
          <SearchBox
            key={isHome ? 'home' : pathname}
            ref={input}
            small
            label={t('Search games and OTT plans')}
            placeholder={t('Search games and OTT plans')}
            shortcut="/"
            enterKeyHint="search"
            defaultValue={searchText}
            onChange={(event) => isHome && find(event.target.value, { replace: true })}
          />
        </form>
      </search>
      <IconButton
        icon="search"
        label={t('Search')}
        variant="quiet"
        className="menu-s"
        onClick={() => input.current?.focus()}
      />
    </>
  )
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input,select,textarea')
}
