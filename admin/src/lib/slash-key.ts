/** Whether `/` is pressed for a search: alone, and not into something that is typed. */
export const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest('input,select,textarea,dialog'))
