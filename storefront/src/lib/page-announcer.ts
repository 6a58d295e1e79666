import { atom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const shownPageAtom = atom<string>()

/** Announces each page after the first, which the browser announces. */
export default function PageAnnouncer(): null {
  const store = useStore()
  const { pathname } = useLocation()
  const page = pathname === '/' ? '/home' : pathname
  useEffect(() => {
    const previous = store.get(shownPageAtom)
    store.set(shownPageAtom, page)
    if (previous === undefined || previous === page) return
    return announcePage(document.activeElement)
  }, [store, page])
  return null
}

/**
 * Reads out the title of a page that has opened within the app, and moves the focus to its heading, also to one
 * that replaces it while the page loads. A field that has the focus keeps it. Ends with the next key or tap.
 * @param before what had the focus when the page opened
 */
function announcePage(before: Element | null): () => void {
  let announced: HTMLElement | undefined
  let silence = () => {}
  const isFree = ({ activeElement }: Document) =>
    !activeElement ||
    activeElement === document.body ||
    activeElement === announced ||
    (activeElement === before && !before.matches('input, select, textarea'))
  const announce = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || heading === announced) return
    if (!announced) silence = readOut(document.title, heading.closest('[lang]')?.getAttribute('lang') ?? '')
    if (isFree(document)) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    announced = heading
  }
  const observer = new MutationObserver(announce)
  const end = () => {
    observer.disconnect()
    silence()
    for (const type of actions) removeEventListener(type, end, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const type of actions) addEventListener(type, end, true)
  announce()
  return end
}

const actions = ['keydown', 'pointerdown'] as const

/** A live region is read only if it exists before its text, by this time in ms. */
const registersMs = 100

/** @returns a function that removes the text: it belongs to no place of the page */
function readOut(text: string, language: string): () => void {
  const region = document.getElementById(regionId) ?? addRegion()
  const timer = setTimeout(() => {
    region.lang = language
    region.textContent = text
  }, registersMs)
  return () => {
    clearTimeout(timer)
    region.textContent = ''
  }
}

const regionId = 'page-title'

function addRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = regionId
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', 'polite')
  document.body.append(region)
  return region
}
